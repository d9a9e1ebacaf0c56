import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isSameQuestion, type Question, type View } from '../state/view.ts';
import { useScreen } from './screen.ts';

/** How long a new list rests before its rows out of sight are rendered, in milliseconds: longer than between two keys. */
const restMs = 250;

/**
 * How many rows of a view to render now. A new list begins at its top, with the rows that fill the screen. The others
 * follow when the user moves into the list, or stops typing.
 */
export function useRowCount(view: View): number {
  const { results, firstRows = Infinity } = useScreen();
  /** The question whose rows are all rendered. None of them is taken away again. */
  const whole = useRef<Question>(undefined);
  const rests = useSignal(0);
  void rests.value;
  if (results.isTouched.value) whole.current = view;
  const isWhole = firstRows === Infinity || (whole.current !== undefined && isSameQuestion(whole.current, view));
  useEffect(() => {
    if (isWhole) return undefined;
    const timer = setTimeout(() => {
      whole.current = view;
      rests.value++;
    }, restMs);
    return () => clearTimeout(timer);
  }, [view, isWhole]);
  return isWhole ? Infinity : firstRows;
}

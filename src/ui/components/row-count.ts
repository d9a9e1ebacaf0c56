import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isSameQuestion, type Question, type View } from '../state/view.ts';
import { useScreen } from './screen.ts';

/**
 * A new list first shows only its first rows. If it hasn't changed for this long, the others are rendered too. Longer
 * than the time between two key presses.
 */
const restMs = 250;

/**
 * How many rows of a view to render now. A new list first gets only the rows that fill the screen. The others follow
 * when the user moves into the list, or stops typing.
 */
export function useRowCount(view: View): number {
  const { results, firstRows = Infinity } = useScreen();
  /** The question whose rows are all rendered. They stay rendered while the question is the same. */
  const fullyRendered = useRef<Question>(undefined);
  const renderCount = useSignal(0);
  // Subscribes this component to the timer below.
  void renderCount.value;
  if (results.isTouched.value) fullyRendered.current = view;
  const isWhole =
    firstRows === Infinity || (fullyRendered.current !== undefined && isSameQuestion(fullyRendered.current, view));
  useEffect(() => {
    if (isWhole) return undefined;
    const timer = setTimeout(() => {
      fullyRendered.current = view;
      renderCount.value++;
    }, restMs);
    return () => clearTimeout(timer);
  }, [view, isWhole]);
  return isWhole ? Infinity : firstRows;
}

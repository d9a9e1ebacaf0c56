import { useScreen } from './screen.ts';

interface CollectionChoiceProps {
  /** Id of the chosen one. */
  value: string | null;
  /** What the choice of none is called. */
  none: string;
  /** Tells how many memories each holds. */
  counted?: boolean;
  onChange(id: string | null): void;
}

/** One of the collections, or none. */
export function CollectionChoice({ value, none, counted = false, onChange }: CollectionChoiceProps) {
  const { collections, t } = useScreen();
  const all = collections?.value.value ?? [];
  const known = value === null || all.some((collection) => collection.id === value);
  return (
    <select class="field choice" value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value || null)}>
      <option value="">{none}</option>
      {!known && <option value={value}>{t('details.unknown')}</option>}
      {all.map(({ id, name, memoryCount }) => (
        <option key={id} value={id}>
          {counted ? `${name} (${memoryCount})` : name}
        </option>
      ))}
    </select>
  );
}

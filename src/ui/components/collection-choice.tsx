import { useScreen } from './screen.ts';

interface CollectionChoiceProps {
  /** The id of the chosen collection. */
  value: string | null;
  /** The label of the option without a collection. */
  none: string;
  /** Shows the number of memories in each. */
  counted?: boolean;
  onChange(id: string | null): void;
}

/** Chooses a collection, or none. */
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

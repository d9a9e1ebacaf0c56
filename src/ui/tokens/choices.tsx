interface ChoicesProps {
  legend: string;
  all: readonly { id: string; label: string; code?: string }[];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

/** A list of checkboxes. */
export function Choices({ legend, all, chosen, onChange }: ChoicesProps) {
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <fieldset class="choices">
      <legend class="legend">{legend}</legend>
      {all.map(({ id, label, code }) => (
        <label class="choice-line" key={id}>
          <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
          <span>
            <bdi>{label}</bdi> {code !== undefined && <code>{code}</code>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

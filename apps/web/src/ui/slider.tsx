interface SliderProps {
  /** The accessible name, e.g. 'Volume'. */
  label: string;
  /** From 0 to `max`. */
  value: number;
  /** By default 100. */
  max?: number;
  onChange: (value: number) => void;
  /** The value as text, e.g. '0:12 of 0:58'. */
  valueText: string;
}

/** A native range input from 0 in steps of 1. */
export function Slider(props: SliderProps) {
  const { label, value, max = 100, onChange, valueText } = props;
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={max}
      step={1}
      value={value}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      className="slider"
      style={{ '--filled': `${(value / max) * 100}%` }}
    />
  );
}

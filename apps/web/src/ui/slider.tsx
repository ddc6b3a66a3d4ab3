import { clsx } from 'clsx';

interface SliderProps {
  /** The accessible name, e.g. 'Volume'. */
  label: string;
  value: number;
  onChange: (value: number) => void;
  /** Called with the final value when a drag or a key press has ended. */
  onCommit?: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
  /** The value as text, e.g. '0:12 of 0:58'. */
  valueText?: string;
  /** `voice` only for playback. */
  tone?: 'voice' | 'ink';
  disabled?: boolean;
  className?: string;
}

/** A native range input, by default from 0 to 100 in steps of 1. */
export function Slider(props: SliderProps) {
  const { label, value, onChange, onCommit, valueText, tone = 'ink', disabled, className } = props;
  const { min = 0, max = 100, step = 1 } = props;
  const filled = max > min ? ((value - min) / (max - min)) * 100 : 0;
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      onPointerUp={(event) => onCommit?.(event.currentTarget.valueAsNumber)}
      onKeyUp={(event) => onCommit?.(event.currentTarget.valueAsNumber)}
      className={clsx('slider', tone === 'voice' && 'slider-voice', className)}
      style={{ '--filled': `${filled}%` }}
    />
  );
}

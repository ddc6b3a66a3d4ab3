interface ProgressBarProps {
  label: string;
  /** 0 to 1; undefined while it is not known. */
  value: number | undefined;
}

/** How far work with a voice is, as a bar. */
export function ProgressBar({ label, value }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={value}
      className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-voice [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-voice"
    />
  );
}

import { render, screen } from '@testing-library/react';
import { VOICE_FILTERS } from '@undertone/domain/voice-filter';
import { expect, it } from 'vitest';
import { FilterOption } from './filter-option.tsx';

const veil = VOICE_FILTERS.find(({ id }) => id === 'veil')!;

function show(state: { isPending: boolean; progress: number | undefined }) {
  render(
    <ul>
      <FilterOption
        filter={veil}
        isChosen
        isPlaying={false}
        previewKeys={{
          tabIndex: 0,
          'data-preview': 'veil',
          onFocus: () => {},
          onKeyDown: () => {},
        }}
        onChoose={() => {}}
        onPreview={() => {}}
        {...state}
      />
    </ul>,
  );
}

it('an option shows the progress of its filter while it is applied', () => {
  show({ isPending: true, progress: 0.35 });
  expect(screen.getByRole('progressbar', { name: 'Applying Veil' })).toHaveAttribute(
    'value',
    '0.35',
  );
  expect(screen.getByRole('button', { name: 'Preview Veil' })).toHaveAttribute('aria-busy', 'true');
});

it('an option shows no progress when it is unknown or the filter is not being applied', () => {
  show({ isPending: true, progress: undefined });
  show({ isPending: false, progress: 0.35 });
  expect(screen.queryByRole('progressbar')).toBeNull();
});

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Tabs } from './tabs.tsx';

const tabs = [
  { value: 'recent', label: 'Recent' },
  { value: 'trending', label: 'Trending' },
  { value: 'hot', label: 'Hot' },
];

function Example() {
  const [value, setValue] = useState('recent');
  return (
    <Tabs label="Feed" tabs={tabs} value={value} onChange={setValue}>
      Panel of {value}
    </Tabs>
  );
}

it('pressing a tab shows its panel', async () => {
  render(<Example />);
  await userEvent.click(screen.getByRole('tab', { name: 'Hot' }));
  expect(screen.getByRole('tab', { name: 'Hot', selected: true })).toBeVisible();
  expect(screen.getByRole('tabpanel', { name: 'Hot' })).toHaveTextContent('Panel of hot');
});

it('tabs are one stop of the Tab key, and arrow keys, Home and End move among them', async () => {
  render(<Example />);
  await userEvent.tab();
  expect(screen.getByRole('tab', { name: 'Recent' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Trending', selected: true })).toHaveFocus();
  await userEvent.keyboard('{End}');
  expect(screen.getByRole('tab', { name: 'Hot', selected: true })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Recent', selected: true })).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.getByRole('tab', { name: 'Hot', selected: true })).toHaveFocus();
  await userEvent.keyboard('{Home}');
  expect(screen.getByRole('tab', { name: 'Recent', selected: true })).toHaveFocus();
});

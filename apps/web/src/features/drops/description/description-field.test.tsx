import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DescriptionField } from './description-field.tsx';

function Form({ text = '' }: { text?: string }) {
  const [value, setValue] = useState(text);
  return <DescriptionField value={value} onChange={setValue} />;
}

const box = () => screen.getByLabelText<HTMLTextAreaElement>('Description');

it('counts characters and hashtags while the person types', async () => {
  render(<Form />);
  await userEvent.type(box(), 'So #Tired, so #tired of #work');
  expect(screen.getByText('29/50 characters')).toBeVisible();
  expect(screen.getByText('2/5 hashtags detected')).toBeVisible();
});

it('cuts a longer text at fifty characters', async () => {
  render(<Form />);
  await userEvent.click(box());
  await userEvent.paste('x'.repeat(80));
  expect(box()).toHaveValue('x'.repeat(50));
});

it('counts and keeps an emoji of several people as one character', async () => {
  render(<Form />);
  await userEvent.click(box());
  await userEvent.paste('👨‍👩‍👧'.repeat(25));
  expect(screen.getByText('25/50 characters')).toBeVisible();
  await userEvent.paste('👨‍👩‍👧'.repeat(26));
  expect(box()).toHaveValue('👨‍👩‍👧'.repeat(50));
});

it('keeps the description on one line', async () => {
  render(<Form />);
  await userEvent.type(box(), 'the tide{Enter}was loud');
  expect(box()).toHaveValue('the tide was loud');
});

it('removes a pressed hashtag from the text', async () => {
  render(<Form text="the #sea at #night" />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove hashtag sea' }));
  expect(box()).toHaveValue('the at #night');
  expect(screen.getByText('1/5 hashtags detected')).toBeVisible();
});

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { say } from '#features/clips/fixtures/fake-microphone.ts';
import { button, prepareRecorder, recordWords, showRecorder } from './fixtures/show-recorder.tsx';

beforeEach(prepareRecorder);

async function startRecording() {
  showRecorder({});
  await userEvent.click(await screen.findByRole('button', { name: 'Start recording' }));
  await screen.findByRole('button', { name: 'Stop recording' });
  say('good night');
}

const chooseFilter = () => screen.findByRole('button', { name: 'Choose Voice Filter' });

describe('the focus', () => {
  it('moves to the button for the next step after a recording', async () => {
    await startRecording();
    await userEvent.keyboard('{Enter}');
    expect(await chooseFilter()).toHaveFocus();
  });

  it('moves there when it was lost, too', async () => {
    await startRecording();
    button('Stop recording').blur();
    await userEvent.keyboard('{Escape}');
    expect(await chooseFilter()).toHaveFocus();
  });

  it('stays outside of the recorder', async () => {
    await startRecording();
    const other = document.body.appendChild(document.createElement('button'));
    onTestFinished(() => other.remove());
    other.focus();
    await userEvent.keyboard('{Escape}');
    await chooseFilter();
    expect(other).toHaveFocus();
  });
});

describe('the form', () => {
  it('focuses the chosen filter, at most six presses of Tab before Post', async () => {
    await startRecording();
    await userEvent.keyboard('{Enter}');
    await chooseFilter();
    await userEvent.keyboard('{Enter}');
    const original = await screen.findByRole('radio', { name: /^Original/ });
    await waitFor(() => expect(original).toHaveFocus());
    let presses = 0;
    while (presses < 6 && document.activeElement !== button('Post Voice Drop')) {
      await userEvent.tab();
      presses += 1;
    }
    expect(button('Post Voice Drop')).toHaveFocus();
  });

  it('has one tab stop for the previews, between which arrow keys move without choosing', async () => {
    showRecorder({});
    await recordWords('good night');
    screen.getByRole('radio', { name: /^Original/ }).focus();
    await userEvent.tab();
    expect(button('Preview Original')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(button('Preview High Pitch')).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(button('Preview Loud Hailer')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(button('Preview Original')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{ArrowUp}');
    expect(button('Preview Vintage Radio')).toHaveFocus();
    expect(screen.getByRole('radio', { name: /^Original/ })).toBeChecked();
    await userEvent.tab();
    expect(screen.getByLabelText('Description')).toHaveFocus();
    await userEvent.tab({ shift: true });
    expect(button('Preview Vintage Radio'), 'the one that had the focus last').toHaveFocus();
  });

  it('has the preview of the chosen filter as its next tab stop', async () => {
    showRecorder({});
    await recordWords('good night');
    await userEvent.click(screen.getByRole('radio', { name: /^Echo/ }));
    await userEvent.tab();
    expect(button('Preview Echo Effect')).toHaveFocus();
  });
});

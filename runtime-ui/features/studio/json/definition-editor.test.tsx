import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import { loadAdminTexts } from '../../../kit/index.ts';
import { renderInStudio, serve } from '../../../../tests/support/studio-fixture.tsx';
import { DefinitionEditor } from './definition-editor.tsx';

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    options: { type: 'array', items: { type: 'object', properties: { value: { type: 'string' }, hue: { enum: ['red', 'green'] } } } },
  },
};

let set: (value: JsonObject) => void;
const onChange = vi.fn<(value: JsonObject) => void>();
function Editor({ problems = [] }: { readonly problems?: readonly { readonly path: string; readonly cause: string }[] }) {
  const [value, setValue] = useState<JsonObject>({ options: [] });
  set = setValue;
  return (
    <DefinitionEditor
      kind="dropdown"
      value={value}
      problems={problems}
      onChange={(next) => {
        onChange(next);
        setValue(next);
      }}
    />
  );
}

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  onChange.mockReset();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Types a text with the caret at its bar. */
function type(area: HTMLTextAreaElement, marked: string): void {
  fireEvent.change(area, { target: { value: marked.replace('|', '') } });
  area.setSelectionRange(marked.indexOf('|'), marked.indexOf('|'));
}

async function openEditor(problems: readonly { readonly path: string; readonly cause: string }[] = []): Promise<HTMLTextAreaElement> {
  const sent = serve({ 'GET /api/change-sets': { data: [], total: 0 }, 'GET /api/schemas/dropdown': SCHEMA });
  renderInStudio(<Editor problems={problems} />);
  await waitFor(() => expect(sent.some(({ path }) => path === '/api/schemas/dropdown')).toBe(true));
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Definition as JSON' });
}

describe('The editor of a definition', () => {
  it('passes on each text without errors, and shows the place of an error', async () => {
    const area = await openEditor();
    expect(area.value).toBe('{\n  "options": []\n}');
    type(area, '{\n  "options": [],\n  "name" 1\n}|');
    expect(onChange).not.toHaveBeenCalled();
    const problems = within(screen.getByRole('list', { name: 'Problems' }));
    problems.getByText('A colon is missing before 1.');
    await userEvent.setup().click(problems.getByRole('button', { name: 'Line 3, column 10' }));
    expect([document.activeElement, area.selectionStart]).toEqual([area, 28]);
    screen.getByText('The draft has the last text without errors.');
    type(area, '{"options":[],"name":"x"}|');
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ options: [], name: 'x' });
    // The text stays as it is typed until it is formatted.
    expect(area.value).toBe('{"options":[],"name":"x"}');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Format' }));
    expect(area.value).toBe('{\n  "options": [],\n  "name": "x"\n}');
  });

  it('completes keys and values of the schema with Ctrl+Space, by keyboard alone', async () => {
    const area = await openEditor();
    const user = userEvent.setup();
    await user.click(area);
    type(area, '{ "options": [{ | }] }');
    await waitFor(() => {
      fireEvent.keyDown(area, { key: ' ', ctrlKey: true });
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['valuetext', 'hueone of a list']);
    });
    fireEvent.keyDown(area, { key: 'ArrowDown' });
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('hueone of a list');
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(area.value).toBe('{ "options": [{ "hue":  }] }');
    expect(area.selectionStart).toBe(23);
    fireEvent.keyDown(area, { key: ' ', ctrlKey: true });
    fireEvent.mouseDown(screen.getByRole('option', { name: 'green' }));
    expect(area.value).toBe('{ "options": [{ "hue": "green" }] }');
    expect(onChange).toHaveBeenLastCalledWith({ options: [{ hue: 'green' }] });
    fireEvent.keyDown(area, { key: 'Escape' });
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('shows problems of the server at their lines, and takes over what changed elsewhere', async () => {
    const area = await openEditor([{ path: '/options', cause: 'Add at least one.' }]);
    screen.getByRole('button', { name: 'Line 2, column 3' });
    screen.getByText('Add at least one.');
    await waitFor(() => set({ options: [{ value: 'a' }] }));
    await waitFor(() => expect(area.value).toContain('"value": "a"'));
  });
});

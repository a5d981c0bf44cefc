import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonValue } from '#engine/model/values';
import type { RecordValues } from '../../headless/index.ts';
import { FieldValue } from '../values/index.ts';
import { fixtureField, fixtureModule } from '../widgets/fixture-module.ts';
import { boats, choose, edit, findSelect, loadNamedFields, show } from '../../../tests/support/named-module-fixture.tsx';

const about = fixtureField('Module', { fieldName: 'about', label: 'Subject' });
const list = fixtureField('Relate', { fieldName: 'list', label: 'List', refs: ['lists'] });
const of = fixtureField('TextField', { fieldName: 'of', label: 'Field', fieldsOf: 'about', fieldsElseOf: 'list' });
const value = fixtureField('TextField', { fieldName: 'value', label: 'Becomes', valueFor: 'of' });
const properties = fixtureField('Object', { fieldName: 'values', label: 'Values', propertiesOf: 'about', fieldsElseOf: 'list' });
const kind = fixtureField('Dropdown', { fieldName: 'kind', dropdown: 'colours' });
const module = fixtureModule({ fields: [about, list, of, value, properties, kind] });

const inBoats = (name: string): RecordValues => ({ about: 'boats', of: name });
const textbox = (name: string): Promise<HTMLInputElement> => screen.findByRole('textbox', { name });

/** Responds to searches with the records of their modules. */
function respond(records: { readonly [path: string]: readonly object[] }): readonly string[] {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url);
    if (url.includes('/with-relationships/')) return Promise.resolve(Response.json({ _id: 'l1', subject: 'boats' }));
    const data = records[url.replace(/\/search.*$/, '')] ?? [];
    return Promise.resolve(Response.json({ data, total: data.length, pageNumber: 0, pageSize: 100 }));
  });
  return requests;
}

beforeAll(loadNamedFields);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('A value of a named field', () => {
  it('has the input of that field, and is stored as a text', async () => {
    const { onValue, user } = await edit(module, value, inBoats('hull_colour'), 'red');
    expect((await findSelect('Becomes')).value).toBe('Deep red');
    await choose(user, 'Becomes', 'Green');
    expect(onValue).toHaveBeenLastCalledWith('green');
    cleanup();
    const crew = await edit(module, value, inBoats('crew'));
    await crew.user.type(await textbox('Becomes'), '12');
    expect(crew.onValue).toHaveBeenLastCalledWith('12');
    cleanup();
    const sold = await edit(module, value, inBoats('sold'), 'false');
    expect((await findSelect('Becomes')).value).toBe('No');
    await choose(sold.user, 'Becomes', 'Yes');
    expect(sold.onValue).toHaveBeenLastCalledWith('true');
    cleanup();
    // Of a list of options, one.
    const stripes = await edit(module, value, inBoats('stripes'));
    await choose(stripes.user, 'Becomes', 'Green');
    expect(stripes.onValue).toHaveBeenLastCalledWith('green');
    cleanup();
    const launched = await edit(module, value, inBoats('launched_on'), '2026-11-18');
    expect((await screen.findByLabelText<HTMLInputElement>('Becomes')).value).toBe('11/18/2026');
    await launched.user.clear(screen.getByLabelText('Becomes'));
    await launched.user.type(screen.getByLabelText('Becomes'), '12/01/2026{Tab}');
    expect(launched.onValue).toHaveBeenLastCalledWith('2026-12-01');
  });

  it('of a relate is a record, shown by its name', async () => {
    respond({ '/api/people': [{ _id: 'p1', name: 'Ann Lee' }] });
    await edit(module, value, inBoats('captain'), 'p1');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Becomes').value).toBe('Ann Lee'));
    cleanup();
    await show(<FieldValue module={module} field={value} value="p1" look="detail" record={inBoats('captain')} />);
    await screen.findByText('Ann Lee');
  });

  it('is a text while its field is not known, or it is no value of that field', async () => {
    await edit(module, value, { about: 'boats', of: 'keel' }, 'long');
    expect((await textbox('Becomes')).value).toBe('long');
    cleanup();
    await edit(module, value, undefined, 'red');
    expect((await textbox('Becomes')).value).toBe('red');
    cleanup();
    const { onValue, user } = await edit(module, value, inBoats('crew'), 'many');
    await user.clear(await textbox('Becomes'));
    await user.type(await textbox('Becomes'), '3');
    expect(onValue).toHaveBeenLastCalledWith('3');
  });

  it('is shown as a value of that field', async () => {
    const read = async (name: string, text: JsonValue, look: 'cell' | 'detail') => {
      await show(
        <main>
          <FieldValue module={module} field={value} value={text} look={look} record={inBoats(name)} />
        </main>,
      );
      const shown = screen.getByRole('main').textContent;
      cleanup();
      return shown;
    };
    expect(await read('hull_colour', 'red', 'detail')).toBe('Deep red');
    expect(await read('hull_colour', 'red', 'cell')).toBe('Deep red');
    expect(await read('launched_on', '2026-11-18', 'detail')).toBe('Nov 18, 2026');
    expect(await read('crew', '1200', 'detail')).toBe('1,200 people');
    expect(await read('sold', 'false', 'detail')).toBe('No');
    expect(await read('crew', 'many', 'detail')).toBe('many');
  });

  it('is one of the module of the other field while the first is empty or not shown', async () => {
    await edit(module, of, { about: null, list: { _id: 'l1', name: 'First list' } }, 'hull_colour');
    expect((await findSelect('Field')).value).toBe('Paint');
    cleanup();
    const hidden = { ...about, dependent: true, parentField: 'kind', fieldsToTrigger: { kind: 'dropdown' as const, in: ['red'] } };
    const dependent = fixtureModule({ fields: [hidden, list, of, value, kind] });
    await edit(dependent, of, { kind: 'green', about: 'lists', list: { _id: 'l1', name: 'First list' } }, 'hull_colour');
    expect((await findSelect('Field')).value).toBe('Paint');
    cleanup();
    await edit(dependent, of, { kind: 'red', about: 'lists', list: { _id: 'l1', name: 'First list' } }, 'hull_colour');
    expect((await findSelect('Field')).value).toBe('Hull colour');
  });
});

describe('The values of named properties', () => {
  const stored = { hull_colour: 'red', sold: false, crew: 4, keel: 'long' };

  it('have the inputs of their fields', async () => {
    const { onValue, user } = await edit(module, properties, { about: 'boats' }, stored);
    expect((await findSelect('Value, row 1')).value).toBe('Deep red');
    await choose(user, 'Value, row 1', 'Green');
    expect(onValue).toHaveBeenLastCalledWith({ ...stored, hull_colour: 'green' });
    await choose(user, 'Value, row 2', 'Yes');
    await user.type(await textbox('Value, row 3'), '0');
    expect(onValue).toHaveBeenLastCalledWith({ ...stored, hull_colour: 'green', sold: true, crew: 40 });
    // A name that is no field has a text.
    expect((await textbox('Value, row 4')).value).toBe('long');
    await choose(user, 'Name, row 4', 'Stripes');
    await choose(user, 'Value, row 4', 'Green');
    expect(onValue).toHaveBeenLastCalledWith({ hull_colour: 'green', sold: true, crew: 40, stripes: ['green'] });
  });

  it('are shown with the labels of their fields, and as their values', async () => {
    respond({ '/api/people': [{ _id: 'p1', name: 'Ann Lee' }] });
    const all = { ...stored, launched_on: '2026-11-18', captain: 'p1' };
    await show(<FieldValue module={module} field={properties} value={all} look="detail" record={{ list: { _id: 'l1', name: 'One' } }} />);
    await screen.findByText('Ann Lee');
    const terms = [...document.querySelectorAll('dt')].map(({ textContent, nextElementSibling }) => [
      textContent,
      nextElementSibling?.textContent,
    ]);
    expect(terms).toEqual([
      ['Paint', 'Deep red'],
      ['Sold', 'No'],
      ['Crew', '4 people'],
      ['Keel', 'long'],
      ['Launched', 'Nov 18, 2026'],
      ['Captain', 'Ann Lee'],
    ]);
    cleanup();
    await show(
      <main>
        <FieldValue module={module} field={properties} value={stored} record={{ about: 'boats' }} />
      </main>,
    );
    await screen.findByText('Paint');
    expect(screen.getByRole('main').textContent).toBe('PaintDeep redSoldNoCrew4 peopleKeellong');
  });
});

describe('The rows of a list', () => {
  it('show the labels of fields that are named through a relate, read with one request', async () => {
    const requests = respond({ '/api/lists': ['r1', 'r2', 'r3'].map((_id) => ({ _id, subject: _id === 'r3' ? null : 'boats' })) });
    const rows = ['r1', 'r2', 'r3'].map((_id) => (
      <li key={_id}>
        <FieldValue module={module} field={of} value="hull_name" record={{ list: { _id, name: `List ${_id}` } }} />
      </li>
    ));
    await show(<ul>{rows}</ul>);
    await waitFor(() => expect(screen.getAllByText(boats.fields[0]?.label ?? '')).toHaveLength(2));
    expect(within(screen.getByRole('list')).getAllByRole('listitem')[2]?.textContent).toBe('Hull name');
    expect(requests).toEqual(['/api/lists/search']);
  });
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonValue } from '#engine/model/values';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { KitProvider } from '../../kit/index.ts';
import { findOwnerField, OwnerField } from './owner-field.tsx';

afterEach(cleanup);

function show(owner: JsonValue): void {
  const field = { ...fixtureField('Relate'), fieldName: 'assigned_to', refs: ['users'], readOnly: true };
  const record = { _id: 'r1', _version: 1, assigned_to: owner };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <KitProvider>
        <OwnerField module={fixtureModule()} record={record} field={field} />
      </KitProvider>
    </QueryClientProvider>,
  );
}

describe('findOwnerField', () => {
  const withOwner = (write: 'all' | 'none') =>
    fixtureModule({
      fields: [{ ...fixtureField('Relate', { fieldName: 'assigned_to', rights: { read: 'all', write } }), refs: ['users'] }],
    });
  const recordOf = (owner: JsonValue) => ({ _id: 'r1', _version: 1, assigned_to: owner });

  it('leaves out an owner whom the user may neither see nor change', () => {
    const hidden = recordOf({ _id: 'u1', hidden: true });
    expect(findOwnerField(withOwner('none'), hidden, 'u2')).toBeUndefined();
    expect(findOwnerField(withOwner('all'), hidden, 'u2')?.fieldName).toBe('assigned_to');
    expect(findOwnerField(withOwner('none'), recordOf({ _id: 'u1', name: 'Ann Lee' }), 'u2')?.fieldName).toBe('assigned_to');
  });
});

describe('OwnerField', () => {
  it.each([
    [{ _id: 'u1', name: 'Ann Lee' }, 'Ann Lee'],
    [{ _id: 'u1', hidden: true }, 'Not visible to you'],
  ])('renders %j as %s', (owner, words) => {
    show(owner);
    expect(screen.getByText(words)).toBeTruthy();
    expect(document.querySelectorAll('.ms-avatar')).toHaveLength(words === 'Ann Lee' ? 1 : 0);
  });
});

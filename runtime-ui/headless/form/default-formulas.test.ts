import { describe, expect, it } from 'vitest';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { fillDefaultFormulas } from './default-formulas.ts';
import { createPayload, type Draft } from './draft.ts';
import { createVisibility } from './visible-fields.ts';

const own = (name: string) => ({ var: `record.${name}` });
const module = fixtureModule({
  fields: [
    fixtureField('Number', { fieldName: 'net', label: 'Net' }),
    fixtureField('Checkbox', { fieldName: 'taxed', label: 'Taxed' }),
    fixtureField('TextField', { fieldName: 'text', label: 'Text', defaultFormula: { cat: ['Over ', own('gross')] } }),
    fixtureField('Currency', {
      fieldName: 'gross',
      label: 'Gross',
      visibleWhen: { '==': [own('taxed'), true] },
      defaultFormula: { '*': [own('net'), 1.2] },
    }),
    fixtureField('Relate', { fieldName: 'owner', label: 'Owner' }),
    fixtureField('Relate', { fieldName: 'payer', label: 'Payer', defaultFormula: own('owner') }),
    fixtureField('Dropdown', { fieldName: 'choice', label: 'Choice', dropdown: 'colours', defaultFormula: { cat: ['no', own('net')] } }),
  ],
});
const isShown = createVisibility(module);
const fill = (draft: Draft, base: Draft = {}): Draft => fillDefaultFormulas({ module, base, isShown }, draft);

describe('defaults that are worked out from other fields', () => {
  it('are filled in while the field is shown', () => {
    expect(fill({ net: 10 })).not.toHaveProperty('gross');
    expect(fill({ net: 10.05, taxed: true })).toMatchObject({ gross: 12.06 });
  });

  it('follow other defaults and copies', () => {
    expect(fill({ net: 10, taxed: true })).toMatchObject({ text: 'Over 12' });
    expect(fill({ owner: { _id: 'u1', name: 'Ada' } })).toMatchObject({ payer: { _id: 'u1', name: 'Ada' } });
  });

  it('give way to a typed value, also to an emptied one', () => {
    expect(fill({ net: 10, taxed: true, gross: 3 })).toMatchObject({ gross: 3 });
    const emptied = fill({ net: 10, taxed: true, gross: undefined });
    expect(emptied.gross).toBeUndefined();
    expect(createPayload(module, emptied)).toMatchObject({ gross: null });
  });

  it('are left out if the field cannot have them', () => expect(fill({ net: 10 })).not.toHaveProperty('choice'));

  it('are filled into a stored record only if the field was not shown before', () => {
    const hidden = { _id: 'r1', net: 10, taxed: false };
    expect(fill({ ...hidden, taxed: true }, hidden)).toMatchObject({ gross: 12 });
    const shown = { _id: 'r1', net: 10, taxed: true };
    expect(fill({ ...shown, net: 20 }, shown)).not.toHaveProperty('gross');
  });
});

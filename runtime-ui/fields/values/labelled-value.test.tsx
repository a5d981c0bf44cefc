import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { resolveItem } from '../../headless/index.ts';
import { fixtureField, fixtureModule } from '../widgets/fixture-module.ts';
import { FieldValue } from './field-value.tsx';
import { LabelledValue } from './labelled-value.tsx';

const module = fixtureModule({
  fields: [
    fixtureField('Date', { fieldName: 'start', label: 'Week start' }),
    fixtureField('Number', { fieldName: 'hours', label: 'Hours', clock: true }),
    fixtureField('TextField', { fieldName: 'city', label: 'City' }),
  ],
});
const record = { start: '2020-11-15', hours: 37.5, city: 'Joliet' };

/** The text of a value in a line of values. */
function textOf(fieldName: string): string {
  const item = resolveItem(module, { fieldName });
  if (item === undefined) throw new Error(`no field ${fieldName}`);
  return render(<LabelledValue module={module} item={item} record={record} />).container.textContent;
}

afterEach(cleanup);

describe('a value in a line of values', () => {
  it('carries its label if the value does not say what it is', () => {
    expect(['start', 'hours', 'city'].map(textOf)).toEqual(['Week startNov 15, 2020', 'Hours37:30', 'Joliet']);
  });
});

describe('an e-mail address', () => {
  it('can break before its @ only', () => {
    const addresses = fixtureField('EmailAddress');
    const value = [{ email_address: 'simone@example.com', primary: true, opt_out: false, invalid_email: false }];
    const { container } = render(<FieldValue module={module} field={addresses} value={value} look="detail" />);
    expect(container.querySelector('a')?.innerHTML).toBe('simone<wbr>@example.com');
  });

  it('can break there in a field for text too', () => {
    const text = fixtureField('TextField');
    const { container } = render(<FieldValue module={module} field={text} value="simone@example.com" look="detail" />);
    expect(container.querySelector('.mv-text')?.innerHTML).toBe('simone<wbr>@example.com');
  });
});

it('A value that a preview does not have yet says when it is calculated', () => {
  const field = fixtureField('Number', { fieldName: 'total', calculatedLater: true });
  expect(render(<FieldValue module={module} field={field} value={undefined} />).container.textContent).toBe('Calculated when published');
});

import { NativeSelect, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Button } from '#ui';
import { computePay, PAY_DEFAULTS, PAY_PERIODS, type PayInput, type PayPeriod, type PayTable } from './pay-raise.ts';
import { tPay } from './texts.ts';
import './pay-calculator.css';

const NUMBERS = [
  ['rate', 'rate'],
  ['weeklyHours', 'hours'],
  ['raise', 'raise'],
] as const;

function ResultTable({ table }: { readonly table: PayTable }) {
  return (
    <table className="pc-table" aria-label={tPay('results')}>
      <thead>
        <tr>
          <th scope="col">
            <span className="ms-visually-hidden">{tPay('period')}</span>
          </th>
          <th scope="col">{tPay('current')}</th>
          <th scope="col">{tPay('next')}</th>
          <th scope="col">{tPay('difference')}</th>
        </tr>
      </thead>
      <tbody>
        <tr className="pc-share">
          <th scope="row">{tPay('percentage')}</th>
          <td colSpan={3}>{table.percentage}</td>
        </tr>
        {table.rows.map((row) => (
          <tr key={row.period}>
            <th scope="row">{tPay(`rows.${row.period}`)}</th>
            <td>{row.current}</td>
            <td>{row.next}</td>
            <td>{row.difference}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The pay raise calculator: a rate and a raise in every pay period. The table shows the result of the last Calculate. */
export function PayCalculator() {
  const [input, setInput] = useState<PayInput>(PAY_DEFAULTS);
  const [table, setTable] = useState(() => computePay(PAY_DEFAULTS));
  const calculate = (event: FormEvent) => {
    event.preventDefault();
    setTable(computePay(input));
  };
  const number = ([name, label]: (typeof NUMBERS)[number]) => (
    <TextInput
      key={name}
      type="number"
      step="any"
      inputMode="decimal"
      label={tPay(label)}
      value={input[name]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setInput((before) => ({ ...before, [name]: value }));
      }}
    />
  );
  return (
    <div className="pc">
      <form className="pc-form" onSubmit={calculate} noValidate>
        {number(NUMBERS[0])}
        <NativeSelect
          label={tPay('period')}
          value={input.period}
          data={PAY_PERIODS.map((value) => ({ value, label: tPay(`periods.${value}`) }))}
          onChange={(event) => {
            const period = event.currentTarget.value as PayPeriod;
            setInput((before) => ({ ...before, period }));
          }}
        />
        {number(NUMBERS[1])}
        {number(NUMBERS[2])}
        <Button type="submit" variant="primary">
          {tPay('calculate')}
        </Button>
      </form>
      <div role="status" className="pc-result">
        <ResultTable table={table} />
      </div>
    </div>
  );
}

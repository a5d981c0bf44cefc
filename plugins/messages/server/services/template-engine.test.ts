import { expect, it } from 'vitest';
import { findUnknownVariables, renderTemplate, type RenderResult } from './template-engine.ts';

const VALUES = { target: { first_name: 'Mei', last_name: '<Tanaka>', city: '' }, user: { name: 'Ann' } };

const fill = (source: string, isHtml = false): RenderResult => renderTemplate(source, VALUES, isHtml);

it('fills variables, and escapes them in HTML', () => {
  const source = 'Hello {{ target.first_name }} {{ target.last_name }}, {{ user.name | upcase }}';
  expect(fill(source)).toEqual({ text: 'Hello Mei <Tanaka>, ANN', missing: [] });
  expect(fill(source, true)).toEqual({ text: 'Hello Mei &lt;Tanaka&gt;, ANN', missing: [] });
});

it('notes variables without a value, unless they have a default or are only tested', () => {
  expect(fill('In {{ target.city }}')).toEqual({ text: 'In ', missing: ['target.city'] });
  expect(fill("In {{ target.city | default: 'your town' }}")).toEqual({ text: 'In your town', missing: [] });
  expect(fill('{% if target.city %}In {{ target.city }}{% endif %}{{ user.name }}')).toEqual({ text: 'Ann', missing: [] });
  expect(fill('{{ account.name }} {{ target.city }}')).toMatchObject({ missing: ['target.city'] });
});

it.each([
  ['{{ target.shoe_size }}', ['target.shoe_size']],
  ['{{ first_name }}', ['first_name']],
  ['{{ target.name.size }}', ['target.name.size']],
  ["{{ target['first_name'] }}", []],
  ['{{ target[user.name] }}', ['target.[user.name]']],
  ['{% for n in (1..2) %}{{ n }}{{ forloop.index }}{% endfor %}{% assign a = user.name %}{{ a }}', []],
  ['{% if lead.secret %}x{% endif %}', ['lead.secret']],
])('%s has unknown variables %j', (source, unknown) => {
  expect(findUnknownVariables(source)).toEqual({ unknown });
});

it.each([
  ['{{ target.name | json }}', /json/],
  ['{% include "x" %}', /include/],
  ['{% render "x" %}', /render/],
  ['{% if target.name %}', /not closed/],
  ['{{ target.name | raw }}', /raw/],
])('%s cannot be read', (source, reason) => {
  expect(findUnknownVariables(source)).toMatchObject({ problem: { code: 'template_invalid', reason: expect.stringMatching(reason) } });
});

it.each([
  ['a range without an end', '{% for i in (1..100000000) %}x{% endfor %}'],
  ['a result of 10 MB', `{% for i in (1..10000) %}${'x'.repeat(1_000)}{% endfor %}`],
  ['a text that doubles', `{% assign a = 'xxxxxxxxxx' %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a }}`],
  ['a very long template', 'x'.repeat(400_000)],
])('%s is refused', (_, source) => {
  expect(fill(source)).toMatchObject({ problem: { code: 'template_too_large' } });
});

it('loops that practically never end are refused within a second', () => {
  const loops = ['a', 'b', 'c', 'd'].map((name) => `{% for ${name} in (1..900) %}`).join('');
  const started = Date.now();
  expect(fill(`${loops}{% endfor %}{% endfor %}{% endfor %}{% endfor %}`)).toMatchObject({
    problem: { code: expect.stringMatching(/^template_too_(slow|large)$/) },
  });
  expect(Date.now() - started).toBeLessThan(5_000);
});

it('a date is not padded to any width', () => {
  expect(fill("{{ '2026-03-01' | date: '%d.%m.%Y' }}")).toMatchObject({ text: '01.03.2026' });
  expect(fill("{{ '2026-03-01' | date: '%99999999d' }}")).toMatchObject({ text: '' });
});

import { useMemo, useState } from 'react';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { describeValue, type ReadableValue } from '../../../headless/form/index.ts';
import { Button, t } from '../../../kit/index.ts';

/** More entries than this are shown on request. */
const SHOWN = 6;

/** The value on one line; undefined: it has names, and so several lines. */
function plainText(value: ReadableValue): string | undefined {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'flag') return t(value.on ? 'settings.on' : 'settings.off');
  if (value.kind === 'empty') return t('settings.empty');
  const texts = value.kind === 'list' ? value.items.map(plainText) : [undefined];
  return texts.includes(undefined) ? undefined : texts.join(', ');
}

function Entries({ value }: { readonly value: ReadableValue }) {
  const text = plainText(value);
  if (text !== undefined) return <p className={value.kind === 'empty' ? 'ma-note' : 'ma-setting-text'}>{text}</p>;
  if (value.kind === 'named')
    return (
      <dl className="ma-setting-named">
        {value.entries.map((entry) => (
          <div key={entry.name}>
            <dt>{entry.name}</dt>
            <dd>
              <Entries value={entry.value} />
            </dd>
          </div>
        ))}
      </dl>
    );
  if (value.kind !== 'list') return null;
  return (
    <ol className="ma-setting-items">
      {value.items.map((item, index) => (
        <li key={index}>
          <Entries value={item} />
        </li>
      ))}
    </ol>
  );
}

/** How many entries a value has, and the first of them. */
function shorten(value: ReadableValue): { readonly count: number; readonly first: ReadableValue } {
  if (value.kind === 'named') return { count: value.entries.length, first: { ...value, entries: value.entries.slice(0, SHOWN) } };
  if (value.kind === 'list' && plainText(value) === undefined)
    return { count: value.items.length, first: { ...value, items: value.items.slice(0, SHOWN) } };
  return { count: 0, first: value };
}

interface SettingValueProps {
  readonly schema: JsonObject | null;
  readonly value: JsonValue;
}

/** The value of a setting in words: never as JSON. */
export function SettingValue({ schema, value }: SettingValueProps) {
  const [isWhole, setWhole] = useState(false);
  const readable = useMemo(() => describeValue(schema ?? {}, value), [schema, value]);
  const { count, first } = shorten(readable);
  return (
    <>
      <Entries value={isWhole ? readable : first} />
      {count > SHOWN && (
        <Button variant="quiet" size="sm" className="ma-setting-more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('settings.less') : t('settings.everything', { count })}
        </Button>
      )}
    </>
  );
}

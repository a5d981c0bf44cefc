import type { JsonValue } from '#engine/model/values';
import { t } from '../../../kit/index.ts';
import { diffJson } from './diff-lines.ts';

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;

/** What differs between two definitions, as lines of JSON. */
export function DefinitionDiff({
  label,
  before,
  after,
}: {
  readonly label: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}) {
  const hunks = diffJson(before, after);
  if (hunks.length === 0) return <p className="sr-note">{t('studioReview.page.noDifference')}</p>;
  return (
    <div className="sr-diff" role="region" aria-label={label} tabIndex={0}>
      {hunks.map(({ skipped, lines }, index) => (
        <div key={index}>
          {skipped > 0 && <p className="sr-diff-skipped">{t('studioReview.page.skipped', { count: skipped })}</p>}
          {lines.map(({ kind, text }, line) => (
            <pre key={line} className={`sr-diff-${kind}`}>
              <span className="sr-diff-sign">{SIGNS[kind]}</span>
              {text}
            </pre>
          ))}
        </div>
      ))}
    </div>
  );
}

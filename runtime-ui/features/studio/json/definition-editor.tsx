import { useQuery } from '@tanstack/react-query';
import { CircleX } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { DefinitionKind } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { ChangeProblem } from '#engine/model/wire';
import { getDefinitionSchema } from '../../../client/index.ts';
import { Button, Icon, t } from '../../../kit/index.ts';
import { CodeArea } from './code-area.tsx';
import { completeJson, type JsonSchema } from './complete-json.ts';
import { locateProblem } from './locate-problem.ts';
import { placeOf, readJson, type JsonReading } from './read-json.ts';
import './json.css';
import { isObject } from '../../../headless/index.ts';

interface DefinitionEditorProps {
  readonly kind: DefinitionKind;
  readonly value: JsonObject;
  /** The text can be read and copied. */
  readonly isReadOnly?: boolean;
  /** Called with each text that is an object; a text with errors stays in the editor. */
  readonly onChange: (value: JsonObject) => void;
  /** The problems of the artifact that the server found. */
  readonly problems: readonly Pick<ChangeProblem, 'path' | 'cause'>[];
}

/** A problem at a place of the text. */
interface PlacedProblem {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

const write = (value: JsonValue): string => JSON.stringify(value, undefined, 2);

/** Edits a definition as JSON: errors at their lines, and the keys and values of its schema as completion (Ctrl+Space, and while typing). */
export function DefinitionEditor({ kind, value, isReadOnly = false, onChange, problems }: DefinitionEditorProps) {
  const problemsId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const given = write(value);
  const [state, setState] = useState({ text: given, given });
  // Undo, or another tab: the text is replaced unless it is the one that made this value.
  const isOther = given !== state.given && given !== canonicalOf(state.text);
  const text = isOther ? given : state.text;
  if (given !== state.given) setState({ text, given });
  const { data: schema } = useQuery<JsonSchema>({
    queryKey: ['definition-schema', kind],
    queryFn: () => getDefinitionSchema(kind),
    staleTime: Infinity,
  });
  const reading = readJson(text);
  const placed = placeProblems(text, reading, problems);
  const change = (next: string) => {
    setState({ text: next, given });
    const { value: read } = readJson(next);
    if (isObject(read) && write(read) !== given) onChange(read);
  };
  const goTo = ({ offset, line }: PlacedProblem) => {
    const element = area.current;
    if (element === null) return;
    element.focus();
    element.setSelectionRange(offset, offset);
    element.scrollTop = Math.max(0, (line - 4) * 20);
  };
  return (
    <div className="mst-json">
      <div className="mst-json-tools">
        <p className="mst-note">{t('studioReview.json.help')}</p>
        {!isReadOnly && (
          <Button size="sm" disabled={reading.value === undefined} onClick={() => change(write(reading.value ?? value))}>
            {t('studioReview.json.format')}
          </Button>
        )}
      </div>
      <CodeArea
        area={area}
        label={t('studioReview.json.label')}
        text={text}
        marks={placed}
        isReadOnly={isReadOnly}
        isInvalid={placed.length > 0}
        describedBy={problemsId}
        complete={(next, offset) => (schema === undefined ? { start: offset, end: offset, items: [] } : completeJson(next, offset, schema))}
        onChange={change}
      />
      <div id={problemsId} aria-live="polite">
        {placed.length === 0 ? (
          <p className="mst-note">{t('studioReview.json.valid')}</p>
        ) : (
          <ProblemList problems={placed} isUnsaved={!isObject(reading.value)} onGoTo={goTo} />
        )}
      </div>
    </div>
  );
}

interface ProblemListProps {
  readonly problems: readonly PlacedProblem[];
  readonly isUnsaved: boolean;
  readonly onGoTo: (problem: PlacedProblem) => void;
}

function ProblemList({ problems, isUnsaved, onGoTo }: ProblemListProps) {
  return (
    <>
      <ul className="mst-json-problems" aria-label={t('studioReview.json.problems')}>
        {problems.map((problem) => (
          <li key={`${problem.offset} ${problem.text}`}>
            <Icon of={CircleX} />
            <button type="button" className="ms-link" onClick={() => onGoTo(problem)}>
              {t('studioReview.json.place', { line: problem.line, column: problem.column })}
            </button>
            <span>{problem.text}</span>
          </li>
        ))}
      </ul>
      {isUnsaved && <p className="mst-note">{t('studioReview.json.unsaved')}</p>}
    </>
  );
}

function placeProblems(text: string, reading: JsonReading, problems: DefinitionEditorProps['problems']): readonly PlacedProblem[] {
  const place = (offset: number, cause: string): PlacedProblem => ({ offset, ...placeOf(text, offset), text: cause });
  const { error, root, value } = reading;
  if (error !== undefined) return [place(error.offset, t(`studioReview.json.syntax.${error.problem}`, { found: error.found }))];
  if (!isObject(value)) return [place(root.start, t('studioReview.json.notObject'))];
  return problems.map(({ path, cause }) => place(locateProblem(root, value, path), cause)).sort((one, other) => one.offset - other.offset);
}

/** The text as it would be written; undefined: it is no JSON. */
function canonicalOf(text: string): string | undefined {
  const { value } = readJson(text);
  return value === undefined ? undefined : write(value);
}

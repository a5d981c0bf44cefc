import { Braces } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ModuleDefinition } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { isObject, parseFilterTree, serializeFilterTree } from '../../../headless/index.ts';
import { Button, t } from '../../../kit/index.ts';
import { FilterGroupEditor } from '../../../views/index.ts';
import { useDropdowns } from '../dropdowns/use-dropdowns.ts';
import { listFieldDefinitions } from '../fields/module-fields.ts';
import { toModuleView, usePublishedView } from '../fields/use-published-view.ts';
import { JsonInput, type ReadJson } from './json-input.tsx';

interface FilterEditorProps {
  readonly module: ModuleDefinition;
  readonly value: JsonObject | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly label: string;
}

/** Edits a filter of the grammar by the rows of the filter builder, or as JSON. */
export function FilterEditor({ module, value, onChange, label }: FilterEditorProps) {
  const published = usePublishedView(module.id);
  const fields = useMemo(() => listFieldDefinitions(module, published), [module, published]);
  const dropdowns = useDropdowns(fields.flatMap(({ dropdown }) => dropdown ?? []));
  const view = toModuleView(module, fields, dropdowns, published);
  const [tree, setTree] = useState(() => parseFilterTree(value ?? {}));
  const written = useRef(JSON.stringify(value ?? {}));
  const text = JSON.stringify(value ?? {});
  const [isJson, setJson] = useState(false);
  useEffect(() => {
    if (written.current === text) return;
    written.current = text;
    setTree(parseFilterTree(JSON.parse(text) as JsonObject));
  }, [text]);
  return (
    <div className="sf-condition" role="group" aria-label={label}>
      {isJson ? (
        <JsonInput value={value} onChange={onChange} check={checkFilter} />
      ) : (
        <FilterGroupEditor
          module={view}
          group={tree}
          onChange={(next) => {
            setTree(next);
            const filter = serializeFilterTree(next);
            const after = JSON.stringify(filter);
            if (after === written.current) return;
            written.current = after;
            onChange(Object.keys(filter).length === 0 ? undefined : filter);
          }}
        />
      )}
      <Button variant="quiet" size="xs" icon={Braces} aria-pressed={isJson} onClick={() => setJson(!isJson)}>
        {t(isJson ? 'studioFields.conditions.asRows' : 'studioFields.conditions.asJson')}
      </Button>
    </div>
  );
}

/** Only an object is a filter. */
function checkFilter(value: JsonValue): ReadJson<JsonObject> {
  return isObject(value) ? { value } : { problem: t('studioFields.conditions.notJson') };
}

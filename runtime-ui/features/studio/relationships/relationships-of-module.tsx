import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ModuleDefinition, RelationshipDefinition } from '#engine/model/definitions';
import { Button, EmptyState, IconButton, t, TextLink } from '../../../kit/index.ts';
import { useDefinitions } from '../draft/use-definitions.ts';
import { nameOfListed } from '../dropdowns/use-dropdowns.ts';
import type { ModuleLock } from '../modules/module-lock.tsx';
import { usePublishedView } from '../fields/use-published-view.ts';
import { NeighbourMap } from './neighbour-map.tsx';
import { listNeighbours } from './neighbours.ts';
import { putRelationship } from './relationship-changes.ts';
import { RelationshipDialog } from './relationship-dialog.tsx';

export interface RelationshipsOfModuleProps {
  readonly module: ModuleDefinition;
  /** Of a locked module relationships are only shown. */
  readonly lock: ModuleLock | undefined;
  readonly onChange: (module: ModuleDefinition) => void;
}

/** The relationships of a module, and a map of the modules around it. */
export function RelationshipsOfModule({ module, lock, onChange }: RelationshipsOfModuleProps) {
  const [editing, setEditing] = useState<RelationshipDefinition | 'new'>();
  const modules = useDefinitions('module').list ?? [];
  const view = usePublishedView(module.id);
  const listed = (name: string) => modules.find((one) => nameOfListed(one) === name);
  const neighbours = listNeighbours(module, view, (name) => listed(name)?.label ?? name);
  const relationships = module.relationships ?? [];
  return (
    <div className="sf-tab">
      {lock === undefined && (
        <div className="sf-tools">
          <Button variant="primary" icon={Plus} onClick={() => setEditing('new')}>
            {t('studioFields.relationships.create')}
          </Button>
        </div>
      )}
      {relationships.length === 0 ? (
        <EmptyState compact title={t('studioFields.relationships.none')} help={t('studioFields.relationships.noneHelp')} />
      ) : (
        <RelationshipTable
          relationships={relationships}
          isLocked={lock !== undefined}
          onEdit={setEditing}
          onRemove={(one) => onChange(putRelationship(module, one.id, undefined))}
        />
      )}
      <div className="sf-neighbours">
        <NeighbourMap label={module.label} neighbours={neighbours} />
        <ul className="sf-list" aria-label={t('studioFields.relationships.neighbours')}>
          {neighbours.map((one) => {
            const other = listed(one.module);
            return (
              <li key={one.module}>
                {other === undefined ? (
                  one.label
                ) : (
                  <TextLink href={`/admin/studio/modules/${other.id}/relationships`}>{one.label}</TextLink>
                )}
                <span className="ms-muted">{one.relations.join(', ')}</span>
              </li>
            );
          })}
        </ul>
      </div>
      {editing !== undefined && (
        <RelationshipDialog
          module={module}
          relationship={editing === 'new' ? undefined : editing}
          onCancel={() => setEditing(undefined)}
          onSave={(next) => {
            onChange(putRelationship(module, next.id, next));
            setEditing(undefined);
          }}
        />
      )}
    </div>
  );
}

interface TableProps {
  readonly relationships: readonly RelationshipDefinition[];
  readonly isLocked: boolean;
  readonly onEdit: (relationship: RelationshipDefinition) => void;
  readonly onRemove: (relationship: RelationshipDefinition) => void;
}

function RelationshipTable({ relationships, isLocked, onEdit, onRemove }: TableProps) {
  return (
    <div className="sf-scroll">
      <table className="sf-table" aria-label={t('studioFields.relationships.title')}>
        <thead>
          <tr>
            {(['label', 'type', 'related', 'name', ...(isLocked ? [] : (['tools'] as const))] as const).map((column) => (
              <th key={column} scope="col">
                <span className={column === 'tools' ? 'ms-visually-hidden' : undefined}>
                  {t(`studioFields.relationships.column.${column}`)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {relationships.map((one) => (
            <tr key={one.id}>
              <th scope="row">{one.label}</th>
              <td>{t(`studioFields.relationships.types.${one.type}`)}</td>
              <td>{one.related_module.label}</td>
              <td>
                <code className="ms-mono">{one.name}</code>
              </td>
              {!isLocked && (
                <td>
                  <span className="sf-row-name">
                    <IconButton
                      icon={Pencil}
                      size="xs"
                      label={t('studioFields.relationships.editOf', { name: one.label })}
                      onClick={() => onEdit(one)}
                    />
                    <IconButton
                      icon={Trash2}
                      size="xs"
                      label={t('studioFields.relationships.removeOf', { name: one.label })}
                      onClick={() => onRemove(one)}
                    />
                  </span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { Switch } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { Button, IconButton, Menu, useAction } from '#ui';
import { hueClass, RECIPIENT_ROLES } from '../pages/recipient-roles.ts';
import { listInputs } from './new-input.ts';
import { tEditor } from './texts.ts';
import type { Editor } from './use-editor.ts';

/** The recipients in their order: the chosen one gets the new inputs. */
export function RecipientBar({ editor, isReadOnly }: { readonly editor: Editor; readonly isReadOnly: boolean }) {
  const { roles, role, setRole, document, state } = editor;
  const { run } = useAction();
  const inputs = listInputs(state.pages);
  const others = RECIPIENT_ROLES.filter((one) => !roles.includes(one));
  const saveRoles = (next: readonly string[]) => run(() => document.save({ recipient_roles: [...next] }));
  const add = (one: string): void => {
    saveRoles(RECIPIENT_ROLES.filter((known) => known === one || roles.includes(known)));
    setRole(one);
  };
  return (
    <div className="sg-recipients" role="group" aria-label={tEditor('recipients')}>
      <span className="ms-muted">{tEditor('recipients')}</span>
      {roles.map((one) => {
        const count = inputs.filter((input) => input.assigned_to === one).length;
        return (
          <span key={one} className={`sg-recipient ${hueClass(one)}`} data-chosen={one === role}>
            <button
              type="button"
              aria-pressed={one === role}
              aria-label={tEditor('inputsOf', { role: one, count })}
              onClick={() => setRole(one)}
            >
              <span className="sg-swatch" aria-hidden />
              {one}
              <span className="ms-count">{count}</span>
            </button>
            {count === 0 && !isReadOnly && (
              <IconButton
                icon={X}
                size="xs"
                label={tEditor('removeRecipient', { role: one })}
                onClick={() => saveRoles(roles.filter((other) => other !== one))}
              />
            )}
          </span>
        );
      })}
      {!isReadOnly && others.length > 0 && (
        <Menu
          label={tEditor('addRecipient')}
          position="bottom-start"
          target={
            <Button size="sm" variant="quiet" icon={Plus}>
              {tEditor('addRecipient')}
            </Button>
          }
          groups={[{ id: 'roles', items: others.map((one) => ({ id: one, label: one, onSelect: () => add(one) })) }]}
        />
      )}
      <Switch
        className="sg-in-order"
        size="sm"
        label={tEditor('inOrder')}
        disabled={isReadOnly}
        checked={document.record?.['completeInOrder'] !== false}
        onChange={(event) => {
          const completeInOrder = event.currentTarget.checked;
          run(() => document.save({ completeInOrder }));
        }}
      />
    </div>
  );
}

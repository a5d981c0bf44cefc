import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Button, Dialog, t } from '../../../kit/index.ts';

export interface RoleNameDialogProps {
  readonly title: string;
  readonly initial?: string;
  /** Names of other roles. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onNamed: (name: string) => void;
}

const MAX_LENGTH = 100;

/** Asks for the name of a role, which no other role may have. */
export function RoleNameDialog({ title, initial = '', taken, onClose, onNamed }: RoleNameDialogProps) {
  const [name, setName] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const trimmed = name.trim();
  const problem = findProblem(trimmed, taken);
  const save = () => {
    setChecked(true);
    if (problem !== undefined) return;
    onNamed(trimmed);
    onClose();
  };
  return (
    <Dialog
      opened
      size="confirm"
      title={title}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('studioRoles.cancel')}</Button>
          <Button variant="primary" onClick={save}>
            {t('studioRoles.continue')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          data-autofocus
          label={t('studioRoles.name')}
          value={name}
          maxLength={MAX_LENGTH}
          error={isChecked ? problem : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}

function findProblem(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return t('studioRoles.nameMissing');
  return taken.some((one) => one.toLowerCase() === name.toLowerCase()) ? t('studioRoles.nameTaken') : undefined;
}

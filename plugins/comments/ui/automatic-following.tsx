import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { getErrorMessage, showNotice } from '#ui';
import { readPreferences, savePreferences } from './comments-api.ts';
import { tComments } from './texts.ts';

/** Whether the user becomes a follower of what they create, are assigned or comment on; read when it is opened. */
export function AutomaticFollowing() {
  const [isOn, setOn] = useState<boolean>();
  const fail = (error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) });
  const read = () => {
    readPreferences().then(({ followsAutomatically }) => setOn(followsAutomatically), fail);
  };
  const change = (next: boolean) => {
    setOn(next);
    savePreferences(next).catch((error: unknown) => {
      setOn(!next);
      fail(error);
    });
  };
  return (
    <details className="cm-automatic" onToggle={(event) => event.currentTarget.open && isOn === undefined && read()}>
      <summary>{tComments('automaticTitle')}</summary>
      {isOn !== undefined && (
        <Checkbox size="sm" checked={isOn} label={tComments('automatic')} onChange={(event) => change(event.currentTarget.checked)} />
      )}
    </details>
  );
}

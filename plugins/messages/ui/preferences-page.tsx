import { useEffect, useState } from 'react';
import { Button, callApi, Logo, t } from '#ui';
import type { ChannelPreference } from '../shared/message.ts';
import { tMessages } from './texts.ts';
import './messages.css';

type Choice = { readonly [channel: string]: boolean };

async function callPreferences(choice: Choice): Promise<readonly ChannelPreference[]> {
  const token = new URLSearchParams(window.location.search).get('token') ?? '';
  const request = { body: choice, query: { token }, anonymous: true };
  return (await callApi<{ readonly data: readonly ChannelPreference[] }>('POST', '/api/message-preferences', request)).data;
}

/** `/message-preferences`: what the recipient of a message receives, without a session. */
export function PreferencesPage() {
  const [channels, setChannels] = useState<readonly ChannelPreference[]>();
  const [notice, setNotice] = useState('');
  useEffect(() => {
    callPreferences({}).then(setChannels, () => setNotice(tMessages('linkInvalid')));
  }, []);
  const save = async (choice: Choice): Promise<void> => {
    try {
      setChannels(await callPreferences(choice));
      setNotice(tMessages('saved'));
    } catch {
      setNotice(tMessages('failed'));
    }
  };
  return (
    <main className="mg-public">
      <p className="mg-brand">
        <Logo size={24} /> {t('product')}
      </p>
      <h1>{tMessages('preferences')}</h1>
      {channels !== undefined && <p>{tMessages('preferencesHelp')}</p>}
      {channels?.map((one) => (
        <label key={one.channel} className="mg-channel">
          <input type="checkbox" checked={one.receives} onChange={(event) => void save({ [one.channel]: event.target.checked })} />
          <span>{tMessages('receive', { label: one.label, address: one.address })}</span>
        </label>
      ))}
      {channels?.some(({ channel, receives }) => channel === 'email' && receives) === true && (
        <Button onClick={() => void save({ email: false })}>{tMessages('stopEmail')}</Button>
      )}
      <p role="status">{notice}</p>
    </main>
  );
}

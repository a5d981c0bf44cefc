import { NumberInput, PasswordInput, Select, TextInput } from '@mantine/core';
import { findOutgoing, INCOMING_PORTS, OUTGOING_PORTS } from '../shared/mail-servers.ts';
import type { AccountSettings } from './mailbox-api.ts';
import { tMailbox } from './texts.ts';

interface FieldsProps {
  readonly settings: AccountSettings;
  readonly onChange: (change: Partial<AccountSettings>) => void;
}

interface Server {
  readonly host: string;
  readonly port: number;
  readonly security: string;
}

interface RowProps {
  readonly server: Server;
  readonly labels: { readonly [name in keyof Server]: string };
  /** Usual ports by encryption. */
  readonly ports: { readonly [security: string]: number };
  readonly placeholder: string;
  readonly onChange: (change: Partial<Server>) => void;
}

function ServerRow({ server, labels, ports, placeholder, onChange }: RowProps) {
  return (
    <div className="mb-server">
      <TextInput
        label={labels.host}
        maxLength={253}
        placeholder={placeholder}
        value={server.host}
        onChange={(event) => onChange({ host: event.target.value })}
      />
      <NumberInput
        label={labels.port}
        min={1}
        max={65_535}
        allowDecimal={false}
        value={server.port}
        onChange={(value) => onChange({ port: Number(value) })}
      />
      <Select
        label={labels.security}
        allowDeselect={false}
        data={Object.keys(ports)}
        value={server.security}
        onChange={(value) => onChange({ security: value ?? 'TLS', port: ports[value ?? 'TLS'] ?? server.port })}
      />
    </div>
  );
}

/** The servers of an account, and with which it signs in. */
export function ServerFields({ settings, onChange }: FieldsProps) {
  const known = findOutgoing(settings.host);
  const isStored = settings.account !== undefined;
  return (
    <>
      <ServerRow
        server={{ host: settings.host, port: settings.port, security: settings.security }}
        labels={{ host: tMailbox('host'), port: tMailbox('port'), security: tMailbox('security') }}
        ports={INCOMING_PORTS}
        placeholder="imap.example.com"
        onChange={onChange}
      />
      <ServerRow
        server={{ host: settings.outgoingHost, port: settings.outgoingPort, security: settings.outgoingSecurity }}
        labels={{ host: tMailbox('outgoingHost'), port: tMailbox('outgoingPort'), security: tMailbox('outgoingSecurity') }}
        ports={OUTGOING_PORTS}
        placeholder={known?.host ?? 'smtp.example.com'}
        onChange={({ host, port, security }) =>
          onChange({
            ...(host === undefined ? {} : { outgoingHost: host }),
            ...(port === undefined ? {} : { outgoingPort: port }),
            ...(security === undefined ? {} : { outgoingSecurity: security }),
          })
        }
      />
      <p className="mb-note">{known === undefined ? tMailbox('outgoingHelp') : tMailbox('outgoingKnown', { host: known.host })}</p>
      <TextInput
        label={tMailbox('username')}
        description={tMailbox('usernameHelp')}
        autoComplete="off"
        value={settings.username}
        onChange={(event) => onChange({ username: event.target.value })}
      />
      <PasswordInput
        label={tMailbox('password')}
        description={tMailbox(isStored ? 'passwordStored' : 'passwordHelp')}
        autoComplete="new-password"
        maxLength={1_000}
        value={settings.password}
        onChange={(event) => onChange({ password: event.target.value })}
      />
    </>
  );
}

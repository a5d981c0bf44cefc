import { useEffect, useState } from 'react';
import { formatValue, type SlotProps } from '#ui';
import { getDecision, type Decision } from './decisions.ts';
import { tPto } from './texts.ts';
import './pto.css';

function describe({ left, after, hours }: Decision): string {
  if (left === null || after === null) return '';
  return after < 0 ? tPto('tooFew', { left, hours }) : tPto('change', { left, after });
}

/** The decision on a request; undefined until it is read, if it cannot be read, and if there is nothing to decide. */
function useDecision(id: string, version: number, isPending: boolean): Decision | undefined {
  const [decision, setDecision] = useState<Decision>();
  useEffect(() => {
    let isCurrent = true;
    if (isPending)
      getDecision(id).then(
        (found) => {
          if (isCurrent) setDecision(found ?? undefined);
        },
        // The name of the balance stays.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [id, version, isPending]);
  return isPending ? decision : undefined;
}

/** The balance of a request. While it waits for a decision: the hours left before and after, and who else is off on that day. */
export function DecisionCell({ field, value, module, record }: SlotProps<'cell'>) {
  const decision = useDecision(record._id, record._version, record['status'] === 'Pending');
  const name = formatValue(module, field, value);
  if (decision === undefined) return <span>{name}</span>;
  const hours = describe(decision);
  const count = decision.othersCount;
  return (
    <span className="pto-decision" title={[name, ...decision.others].join('\n')}>
      {hours !== '' && <span className={decision.after !== null && decision.after < 0 ? 'pto-too-few' : ''}>{hours}</span>}
      <span className="pto-others">{count === 0 ? tPto('alone') : tPto('others', { count })}</span>
    </span>
  );
}

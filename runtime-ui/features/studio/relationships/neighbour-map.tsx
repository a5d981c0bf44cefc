import { t } from '../../../kit/index.ts';
import type { Neighbour } from './neighbours.ts';

const WIDTH = 560;
const HEIGHT = 320;
/** Modules on the map; the list beside it has all of them. */
const MOST = 14;

/** A place in one of two columns, left and right of the centre: names side by side never overlap. */
function placeOf(at: number, count: number): { readonly x: number; readonly y: number } {
  const isLeft = at % 2 === 0;
  const inColumn = isLeft ? Math.ceil(count / 2) : Math.floor(count / 2);
  return { x: isLeft ? 80 : WIDTH - 80, y: ((Math.floor(at / 2) + 0.5) / inColumn) * HEIGHT };
}

function shorten(label: string): string {
  return label.length > 18 ? `${label.slice(0, 17)}…` : label;
}

/** A small map of a module and its neighbours. The list beside it says the same, and is used by keyboard. */
export function NeighbourMap({ label, neighbours }: { readonly label: string; readonly neighbours: readonly Neighbour[] }) {
  const shown = neighbours.filter(({ isSelf }) => !isSelf).slice(0, MOST);
  return (
    <svg
      className="sf-map"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('studioFields.relationships.map', { module: label, count: neighbours.length })}
    >
      {shown.map(({ module }, at) => {
        const { x, y } = placeOf(at, shown.length);
        return <line key={module} x1={WIDTH / 2} y1={HEIGHT / 2} x2={x} y2={y} />;
      })}
      {shown.map((one, at) => (
        <Node key={one.module} {...placeOf(at, shown.length)} label={one.label} />
      ))}
      <Node x={WIDTH / 2} y={HEIGHT / 2} label={label} isCentre />
    </svg>
  );
}

interface NodeProps {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly isCentre?: boolean;
}

function Node({ x, y, label, isCentre = false }: NodeProps) {
  return (
    <g data-centre={isCentre || undefined}>
      <rect x={x - 66} y={y - 15} width={132} height={30} rx={8} />
      <text x={x} y={y + 4} textAnchor="middle">
        {shorten(label)}
      </text>
    </g>
  );
}

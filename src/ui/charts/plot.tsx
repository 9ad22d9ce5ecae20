// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { useId, useState, type ReactNode } from 'react';
import { plotText } from '#contract/text/ui-plot.ts';
import { scaleOf, type PlotScale } from './plot-scale.ts';
import './plot.css';

export interface PlotSeries {
  name: string;
  /** One for each label; null where nothing is known. */
  values: readonly (number | null)[];
  /** `mark`: a line across the column, for what the bars are compared with. */
  look: 'bar' | 'hatched' | 'line' | 'dashed' | 'mark';
}

export interface PlotProps {
  /** The finding in words, above the plot. */
  caption: ReactNode;
  /** Name of the table. */
  label: string;
  /** Name of the first column: "Month". */
  axis: string;
  /** Below the columns; the full ones stand in the table. */
  labels: readonly { short: string; full: string }[];
  series: readonly PlotSeries[];
  /** Short form for the axis; `format` is for the table. */
  formatTick: (value: number) => string;
  format: (value: number) => string;
  /** Smallest step of the axis. */
  unit?: number | undefined;
  /** Instead of an axis that fits the figures. */
  scale?: PlotScale | undefined;
}

/** Labels that fit below a plot on a phone. */
const LABELS_MAX = 6;
/** Share of a column that its bars take, percent. */
const BARS = 62;

/**
 * A plot of a few dozen figures, drawn as SVG in percent so that it is sharp at any width, with a real table behind it: for
 * screen readers always, for everybody by the button below it.
 */
export function Plot(props: PlotProps) {
  const { caption, labels, series, formatTick, unit } = props;
  const [isTable, setTable] = useState(false);
  const id = useId();
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const scale = props.scale ?? scaleOf(known, unit);
  const every = Math.ceil(labels.length / LABELS_MAX);
  return (
    <figure className="plot" aria-describedby={`${id}t`}>
      <figcaption>{caption}</figcaption>
      <div className="plot__frame" aria-hidden="true">
        <div className="plot__ticks">
          {scale.ticks.map((tick) => (
            <span key={tick}>{formatTick(tick)}</span>
          ))}
        </div>
        <Drawing series={series} count={labels.length} scale={scale} id={id} />
        <div className="plot__labels" style={{ gridTemplateColumns: `repeat(${labels.length}, minmax(0, 1fr))` }}>
          {labels.map(({ short, full }, at) => (
            <span key={full}>{(labels.length - 1 - at) % every === 0 ? short : ''}</span>
          ))}
        </div>
      </div>
      <div className="between plot__foot">
        <Keys series={series} />
        <button type="button" className="plot__switch" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? plotText.hideTable : plotText.showTable}
        </button>
      </div>
      <PlotTable {...props} id={`${id}t`} isShown={isTable} />
    </figure>
  );
}

function Keys({ series }: Pick<PlotProps, 'series'>) {
  return (
    <p className="plot__keys" aria-hidden="true">
      {series.map(({ name, look }) => (
        <span key={name} className="plot__key">
          <i className={`plot__swatch plot__swatch--${look}`} />
          {name}
        </span>
      ))}
    </p>
  );
}

interface DrawingProps {
  series: readonly PlotSeries[];
  count: number;
  scale: PlotScale;
  id: string;
}

const percent = (value: number): string => `${Math.round(value * 1000) / 1000}%`;

function Drawing({ series, count, scale: { top, ticks }, id }: DrawingProps) {
  const bars = series.filter(({ look }) => look === 'bar' || look === 'hatched');
  const width = 100 / count;
  const y = (value: number) => percent(100 - (Math.max(0, value) / top) * 100);
  return (
    <svg className="plot__drawing" focusable="false">
      <pattern id={`${id}h`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="3" height="6" className="plot__hatch" />
      </pattern>
      {ticks.map((tick) => (
        <line key={tick} className="plot__grid" x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
      ))}
      {bars.map((one, at) => (
        <Bars key={one.name} of={one} at={at} all={bars.length} width={width} y={y} hatch={`url(#${id}h)`} />
      ))}
      {series.map((one) =>
        one.look === 'mark' ? (
          <Marks key={one.name} of={one} width={width} y={y} />
        ) : one.look === 'line' || one.look === 'dashed' ? (
          <Lines key={one.name} of={one} width={width} y={y} />
        ) : null,
      )}
    </svg>
  );
}

interface Drawn {
  of: PlotSeries;
  /** Of a column, percent. */
  width: number;
  y: (value: number) => string;
}

function Bars({ of, at, all, width, y, hatch }: Drawn & { at: number; all: number; hatch: string }) {
  const share = (width * BARS) / 100 / all;
  return of.values.map((value, column) =>
    value !== null && value > 0 ? (
      <rect
        // The column is the identity.
        key={column}
        className={`plot__bar plot__bar--${of.look}`}
        x={percent(column * width + (width * (100 - BARS)) / 200 + at * share + 0.2)}
        width={percent(share - 0.4)}
        y={y(value)}
        height="100%"
        rx="3"
        fill={of.look === 'hatched' ? hatch : undefined}
      />
    ) : null,
  );
}

function Marks({ of, width, y }: Drawn) {
  return of.values.map((value, column) =>
    value !== null && value > 0 ? (
      <line
        // The column is the identity.
        key={column}
        className="plot__mark"
        x1={percent(column * width + width * 0.08)}
        x2={percent((column + 1) * width - width * 0.08)}
        y1={y(value)}
        y2={y(value)}
      />
    ) : null,
  );
}

function Lines({ of, width, y }: Drawn) {
  return of.values.map((value, column) => {
    const before = of.values[column - 1];
    if (value === null || before === null || before === undefined) return null;
    return (
      <line
        // The column is the identity.
        key={column}
        className={`plot__line plot__line--${of.look}`}
        x1={percent((column - 0.5) * width)}
        x2={percent((column + 0.5) * width)}
        y1={y(before)}
        y2={y(value)}
      />
    );
  });
}

function PlotTable({ label, axis, labels, series, format, id, isShown }: PlotProps & { id: string; isShown: boolean }) {
  return (
    <div className={isShown ? 'plot__table' : 'visually-hidden'}>
      <table id={id}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{axis}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map(({ full }, row) => (
            <tr key={full}>
              <th scope="row">{full}</th>
              {series.map(({ name, values }) => {
                const value = values[row];
                return <td key={name}>{value === null || value === undefined ? plotText.unknown : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

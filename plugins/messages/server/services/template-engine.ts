import { Context, Drop, Liquid, toValueSync, type Template } from 'liquidjs';
import { escapeMarkup, toText } from '#engine/model';
import { TEMPLATE_FILTERS, TEMPLATE_TAGS, VARIABLE_NAMES } from '../../shared/variables.ts';

/** Most characters of a template, milliseconds of one rendering, and characters that it may use and write. */
const LIMITS = { parseLimit: 300_000, renderLimit: 500, memoryLimit: 1_048_576 } as const;
/** Registers of a rendering: the variable without a value that was read last, and those of all empty outputs. */
const EMPTY = 'empty';
const MISSING = 'missing';
/** A width such as `%99999999d` would make a text of that length. */
const WIDE_FORMAT = /%[^a-zA-Z%]*\d{3}/;

/** Values of the variables, by object and name. */
export type TemplateValues = { readonly [object: string]: { readonly [name: string]: string } };

/** Why a template cannot be used. */
export interface TemplateProblem {
  readonly code: 'template_invalid' | 'template_too_large' | 'template_too_slow';
  /** A sentence for people. */
  readonly reason: string;
}

/** A rendered text, or why there is none. */
export type RenderResult =
  | { readonly text: string; readonly missing: readonly string[]; readonly problem?: undefined }
  | { readonly problem: TemplateProblem };

interface FilterThis {
  readonly context: Context;
}

/** An object of the template: the variables that it has. Reading one without a value is noted. */
class VariablesDrop extends Drop {
  readonly #object: string;
  readonly #values: TemplateValues[string];

  constructor(object: string, values: TemplateValues[string]) {
    super();
    this.#object = object;
    this.#values = values;
  }

  override liquidMethodMissing(name: string | number, context: Context): string | undefined {
    const value = this.#values[String(name)];
    if (value !== undefined && value !== '') return value;
    context.setRegister(EMPTY, `${this.#object}.${name}`);
    return undefined;
  }
}

function createEngine(isHtml: boolean): Liquid {
  const engine = new Liquid({
    ...LIMITS,
    strictFilters: true,
    outputEscape: function (this: FilterThis, value: unknown): string {
      return writeOutput(this.context, value, isHtml);
    },
  });
  for (const name of Object.keys(engine.filters))
    if (!TEMPLATE_FILTERS.some((one) => one === name)) Reflect.deleteProperty(engine.filters, name);
  for (const name of Object.keys(engine.tags)) if (!TEMPLATE_TAGS.some((one) => one === name)) Reflect.deleteProperty(engine.tags, name);
  const { date } = engine.filters;
  engine.registerFilter('date', function (this: FilterThis, value: unknown, format: unknown) {
    const isPlain = typeof date === 'function' && !WIDE_FORMAT.test(toText(format));
    return isPlain ? (date as (this: FilterThis, ...given: unknown[]) => unknown).call(this, value, format) : undefined;
  });
  return engine;
}

/** The text of an output. An empty one notes the variable that it read last. */
function writeOutput(context: Context, value: unknown, isHtml: boolean): string {
  const text = toOutput(value);
  const empty = context.getRegister<string | undefined>(EMPTY);
  if (text === '' && empty !== undefined) context.getRegister<Set<string>>(MISSING, new Set()).add(empty);
  context.setRegister(EMPTY, undefined);
  return isHtml ? escapeMarkup(text) : text;
}

function toOutput(value: unknown): string {
  return typeof value === 'number' ? String(value) : toText(value);
}

const engines = { text: createEngine(false), html: createEngine(true) };

/** The variables of a template that do not exist, or why it cannot be read. */
export function findUnknownVariables(source: string): { readonly unknown: readonly string[] } | { readonly problem: TemplateProblem } {
  return attempt(() => {
    const used = engines.text.globalVariableSegmentsSync(engines.text.parse(source)).map((segments) => segments.map(nameOf).join('.'));
    return { unknown: [...new Set(used)].filter((name) => !VARIABLE_NAMES.has(name)) };
  });
}

function nameOf(segment: unknown): string {
  return Array.isArray(segment) ? `[${segment.map(nameOf).join('.')}]` : String(segment);
}

/** Renders a template within the limits. Values are escaped in HTML. */
export function renderTemplate(source: string, values: TemplateValues, isHtml: boolean): RenderResult {
  const engine = isHtml ? engines.html : engines.text;
  return attempt(() => {
    const context = createContext(engine, values);
    const text = render(engine, engine.parse(source), context);
    return { text, missing: [...context.getRegister<Set<string>>(MISSING, new Set())] };
  });
}

function createContext(engine: Liquid, values: TemplateValues): Context {
  const objects = Object.fromEntries(Object.entries(values).map(([name, own]) => [name, new VariablesDrop(name, own)]));
  return new Context(objects, engine.options, { sync: true }, { liquid: engine });
}

/** What is written counts towards the memory of the rendering, so that it ends before the result is too large. */
function render(engine: Liquid, templates: Template[], context: Context): string {
  const emitter = {
    buffer: '',
    write(part: unknown): void {
      const text = toOutput(part);
      context.memoryLimit.use(text.length);
      emitter.buffer += text;
    },
  };
  toValueSync(engine.renderer.renderTemplates(templates, context, emitter));
  return emitter.buffer;
}

function attempt<Result>(run: () => Result): Result | { readonly problem: TemplateProblem } {
  try {
    return run();
  } catch (error) {
    return { problem: describeProblem(error instanceof Error ? error.message : String(error)) };
  }
}

function describeProblem(message: string): TemplateProblem {
  if (/memory alloc limit|parse length limit/.test(message))
    return { code: 'template_too_large', reason: 'Its result would be larger than 1 MB. Look for a loop that repeats too often.' };
  if (message.includes('render limit'))
    return { code: 'template_too_slow', reason: 'It takes longer than half a second. Look for a loop that does not end.' };
  const [reason = ''] = message.split('\n');
  return { code: 'template_invalid', reason };
}

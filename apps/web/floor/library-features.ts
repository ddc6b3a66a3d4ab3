import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type {
  BrowserName,
  CompatData,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data';
import { FLOOR } from './floor.ts';

/** The place of a function or property: on a constructor, on its instances, or on the global object. */
export type Place = 'static' | 'instance' | 'global';

interface Feature {
  /** The interface, class or namespace; empty for globals. */
  owner: string;
  /** `either`: MDN's data on JavaScript does not state whether a member is static. */
  place: Place | 'either';
  /** Whether a supported browser lacks the feature. */
  isNewer: boolean;
}

const browsers: Partial<Record<BrowserName, string>> = {
  chrome: FLOOR.chrome,
  chrome_android: FLOOR.chrome,
  firefox: FLOOR.firefox,
  firefox_android: FLOOR.firefox,
  safari: FLOOR.safari,
  safari_ios: FLOOR.safari,
};

/** Interfaces whose members are global in pages and workers. */
export const GLOBAL_OBJECTS: ReadonlySet<string> = new Set([
  'Window',
  'WindowOrWorkerGlobalScope',
  'WorkerGlobalScope',
  'DedicatedWorkerGlobalScope',
]);

/**
 * The functions, properties and constructors of the web platform and of JavaScript, and whether a
 * supported browser lacks them, from MDN's compatibility data.
 */
export class LibraryFeatures {
  readonly #features = new Map<string, Feature[]>();
  /** Names of features of which a supported browser lacks at least one. */
  readonly newerNames: ReadonlySet<string>;

  constructor({ api, javascript }: Pick<CompatData, 'api' | 'javascript'> = readCompatData()) {
    for (const [name, entry] of members(api)) {
      this.#add(name, { owner: '', place: 'global', isNewer: isNewer(entry) });
      for (const [key, member] of members(entry)) {
        if (key.endsWith('_event')) continue;
        const isGlobal = GLOBAL_OBJECTS.has(name) && !key.endsWith('_static');
        this.#add(key.replace(/_static$/, ''), {
          owner: isGlobal ? '' : name,
          place: isGlobal ? 'global' : key.endsWith('_static') ? 'static' : 'instance',
          isNewer: isNewer(member),
        });
      }
    }
    this.#addBuiltins('', javascript['builtins'] ?? {});
    const newer = [...this.#features].filter(([, found]) => found.some((each) => each.isNewer));
    this.newerNames = new Set(newer.map(([name]) => name));
  }

  /**
   * Whether a supported browser lacks a feature. The members of a mixin, such as the `Body` of requests
   * and responses, and inherited members are listed under other owners: they count as newer if all members
   * of that name are.
   */
  isNewer(owner: string, name: string, place: Place): boolean {
    const sameName = (this.#features.get(name) ?? []).filter(
      (each) => each.place === place || each.place === 'either',
    );
    const exact = sameName.filter((each) => each.owner === owner);
    const found = exact.length > 0 ? exact : sameName;
    if (found.length > 0 && found.every((each) => each.isNewer)) return true;
    return place === 'global' && this.#isConstructorNewer(name);
  }

  /** MDN lists a constructor as a member of its own name, because an interface can be older than its constructor. */
  #isConstructorNewer(name: string): boolean {
    const constructors = (this.#features.get(name) ?? []).filter(({ owner }) => owner === name);
    return constructors.some((each) => each.isNewer);
  }

  /** Whether a name belongs to a global constructor, namespace or function. */
  isGlobal(name: string): boolean {
    return (this.#features.get(name) ?? []).some((each) => each.place === 'global');
  }

  /** The constructors and functions of JavaScript, and their members. Namespaces like `Intl` contain more constructors. */
  #addBuiltins(namespace: string, builtins: Identifier): void {
    for (const [name, entry] of members(builtins)) {
      const place = namespace === '' ? 'global' : 'static';
      this.#add(name, { owner: namespace, place, isNewer: isNewer(entry) });
      for (const [key, member] of members(entry)) {
        this.#add(key, { owner: name, place: 'either', isNewer: isNewer(member) });
      }
      if (namespace === '' && /^(Intl|WebAssembly)$/.test(name)) this.#addBuiltins(name, entry);
    }
  }

  #add(name: string, feature: Feature): void {
    const known = this.#features.get(name);
    if (known) known.push(feature);
    else this.#features.set(name, [feature]);
  }
}

function readCompatData(): CompatData {
  const require = createRequire(import.meta.url);
  const data: CompatData = JSON.parse(
    readFileSync(require.resolve('@mdn/browser-compat-data'), 'utf8'),
  );
  return data;
}

function members(entry: Identifier): [name: string, member: Identifier][] {
  return Object.keys(entry).flatMap((name) => {
    const member = entry[name];
    return member && name !== '__compat' ? [[name, member]] : [];
  });
}

/** Whether a supported browser lacks a feature. A browser that MDN's data does not mention has the feature. */
function isNewer({ __compat: compat }: Identifier): boolean {
  return Object.entries(browsers).some(([browser, floor]) => {
    const support = Object.entries(compat?.support ?? {}).find(([name]) => name === browser)?.[1];
    if (support === undefined) return false;
    return !(Array.isArray(support) ? support : [support]).some((each) => isSupported(each, floor));
  });
}

/** Whether a version of a browser has a feature under its own name and without a flag. */
function isSupported(statement: SimpleSupportStatement, floor: string): boolean {
  const { version_added: added, flags, prefix, alternative_name: alias } = statement;
  if (added === false || flags || prefix || alias) return false;
  // Features that newer browsers have removed are not checked.
  return added !== 'preview' && compareVersions(added.replace('≤', ''), floor) <= 0;
}

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  for (const index of [0, 1, 2]) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

import { globSync } from 'node:fs';

/** Folders of libraries: Debian's, by the machine's architecture, and others'. */
const libraries = ['/usr/lib/*', '/usr/lib', '/usr/lib64', '/usr/libexec'];

/** Path of the browser that comes with WebKitGTK. */
export const findMiniBrowser = (): string | null =>
  globSync(libraries.map((folder) => `${folder}/webkit2gtk-4.*/MiniBrowser`)).at(-1) ?? null;

/** Whether GStreamer, with which WebKitGTK plays and records, has a plugin. */
export const hasGstreamerPlugin = (name: string): boolean =>
  globSync(libraries.map((folder) => `${folder}/gstreamer-1.0/libgst${name}.so`)).length > 0;

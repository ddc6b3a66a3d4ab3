import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { BUILD_TARGET } from './floor/floor.ts';
import { compressedFiles } from './vite/compressed-files.ts';
import { firstLoadChunks } from './vite/first-load-chunks.ts';
import { TEXT_TYPEFACE, fontPreload } from './vite/font-preload.ts';
import { pagePreloads } from './vite/page-preloads.ts';
import { serviceWorkerRelease } from './vite/service-worker-release.ts';
import { firstLoadNames, withoutOwnImports } from './vite/preload-lists.ts';
import { smallIcons } from './vite/small-icons.ts';
import { smallPreloads } from './vite/small-preloads.ts';
import { startScript } from './vite/start-script.ts';
import { stylesheetFirst } from './vite/stylesheet-first.ts';
import { findBackend, undertoneConfig } from './vite/undertone-config.ts';

const sources = (...names: string[]) => names.map((name) => join(import.meta.dirname, 'src', name));

const repository = join(import.meta.dirname, '../..');

const headlineTypeface = 'latin-fraunces';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }),
    react(),
    tailwindcss(),
    undertoneConfig(findBackend(process.env, repository)),
    fontPreload({
      'landing.html': [TEXT_TYPEFACE, headlineTypeface],
      // The app's code delays this document most, so the headlines' typeface is fetched after the code,
      // and replaces a fallback with the same metrics.
      'index.html': [TEXT_TYPEFACE],
    }),
    pagePreloads('index.html', join(import.meta.dirname, 'src/routes'), [
      // The URLs of pictures and audio have to be signed by the storage service.
      {
        routes: /^_shell\/(\$username|voice-drop\.\$id|tag\.\$tag|feed)\.tsx$/,
        modules: '/@supabase/storage-js/',
      },
      { routes: /^_shell\/_member\/record\.tsx$/, modules: '/recorder/recorder-panel.tsx' },
    ]),
    smallIcons(),
    smallPreloads(),
    stylesheetFirst(),
    startScript(join(import.meta.dirname, 'public')),
    compressedFiles(),
    serviceWorkerRelease(),
  ],
  resolve: {
    // React has these hooks since version 18; the shims that libraries use for older versions take 0.4 kB.
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: join(import.meta.dirname, 'src/lib/with-selector.ts'),
      },
    ],
  },
  build: {
    manifest: true,
    target: BUILD_TARGET,
    // Every supported browser knows modulepreload.
    modulePreload: { polyfill: false, resolveDependencies: withoutOwnImports },
    // The content security policy forbids data URLs, and the browser caches files.
    assetsInlineLimit: 0,
    // With one stylesheet, which every document has, dynamic imports need not list it.
    cssCodeSplit: false,
    rolldownOptions: {
      // A constant that is written where it is used needs no export, and its letters compress well.
      optimization: { inlineConst: { mode: 'all' } },
      input: {
        main: join(import.meta.dirname, 'index.html'),
        landing: join(import.meta.dirname, 'landing.html'),
        // Takes over the pages that the server has rendered for visitors.
        visitor: join(import.meta.dirname, 'src/app/visitor.tsx'),
      },
      output: {
        // A first load lists some hundred files to fetch later, and file names hardly compress. These names
        // therefore contain no words, and hashes of seven characters, the bundler's minimum.
        // `.vite/manifest.json` lists their sources. Small letters compress better than capitals.
        hashCharacters: 'base36',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: ({ name }) =>
          firstLoadNames.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Needed by every page, including the landing page.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|clsx|lucide-react\/dist\/esm\/(Icon|createLucideIcon|context|shared))[./]/,
            },
            // Needed by every page of the app. One file compresses better than many, and changes rarely.
            {
              name: 'foundation',
              test: /node_modules\/(@tanstack|use-sync-external-store|@supabase\/postgrest-js)[./]|web\/src\/lib\/with-selector\./,
            },
            // Needed by forms: validation, and the icons of the password control.
            {
              name: 'forms',
              test: /node_modules\/(zod\/|lucide-react\/dist\/esm\/icons\/(eye|eye-off)\.mjs)/,
            },
            // What every page of the app fetches after its first screen. In files of other groups, these modules
            // would bring all of those along, before the requests of the page.
            {
              name: 'frame',
              test: /web\/src\/(lib\/(keeps-drops|notification-permission)|shell\/(frame-background|network-notice|notices|search-box-suggestions|sidebar-hint|top-bar-visibility|use-hiding-top-bar|use-slow-network-notice)|features\/(notifications\/(notification-bell|notification-keys|unread-queries)|player\/store-finished-drop)|ui\/badge)\.|lucide-react\/dist\/esm\/icons\/(landmark|log-out|wifi-off)\.mjs/,
            },
            // What lists of drops fetch after their first screen. In the file of the frame, which the recorder's page
            // needs too, these modules would bring the cards along.
            {
              name: 'list-parts',
              test: /web\/src\/features\/drops\/(card\/pending-drop-card|heard\/(heard-switch|list-foot)|list\/(list-background|list-head|list-place|newest-pill|own-moves|play-all|scroll-to-row|use-current-card-in-view|use-next-page-in-time))\.|lucide-react\/dist\/esm\/icons\/arrow-up\.mjs/,
            },
            // Needed by the frame and by signing in, without loading each other's code.
            {
              name: 'small',
              test: /web\/src\/(lib\/use-debounced|ui\/(field|use-online))\./,
            },
            // Small modules that the recorder, visitors' pages and dialogs share.
            {
              name: 'common',
              test: /web\/src\/(ui\/(exact-moment|popup-class|share-link|switch)|lib\/(keyboard|patch-pages)|features\/(drops\/read-drops|player\/(letter-keys|silence\/skips-silence|speed|use-share-moment)|session\/(not-authenticated|signed-in-user)))\.|domain\/src\/(characters|clip-path|drop-page-title|drop-title|hashtag-name|text)\.|lucide-react\/dist\/esm\/icons\/(arrow-down|check|globe|x)\.mjs/,
            },
            // Fetched with the cards of a list, so that the player finds the sleeve's code there.
            {
              name: 'sleeves',
              test: /web\/src\/(ui\/(paint-sleeve|sleeve|sleeve-image)|features\/player\/track)\.|domain\/src\/(path-shapes|sleeve|sleeve-marks)\./,
            },
            {
              name: 'scrub',
              test: /web\/src\/ui\/(scrub-surface|slider|use-scrub)\.|lucide-react\/dist\/esm\/icons\/volume-2\.mjs/,
            },
            // The library of dialogs and menus in three files: menus, what places a popup beside its button, and
            // the rest, which dialogs and toasts need too.
            {
              name: 'menus',
              test: /node_modules\/@base-ui\/react\/(context-menu|menu|menubar|separator|toolbar|internals\/composite\/list|floating-ui-react\/hooks\/(useListNavigation|useTypeahead))|web\/src\/(features\/reports\/use-desk-entry|shell\/account-menu-popup|ui\/menu-popup)\./,
            },
            {
              name: 'placement',
              test: /node_modules\/(@floating-ui\/(core|dom|react-dom)|@base-ui\/react\/(internals\/(direction-context|getDisabledMount|useAnchorPositioning)|utils\/(adaptiveOrigin|CommonPositioner|hideMiddleware|usePositioner)|floating-ui-react\/(middleware|hooks\/useFloating)))/,
            },
            {
              name: 'popups',
              test: /node_modules\/(@base-ui\/(utils|react\/(dialog|merge-props|internals|tooltip\/trigger|utils|floating-ui-react))|@floating-ui\/utils)|web\/src\/ui\/(dialog-popup|shortcut-dialog)\./,
            },
            // What the recorder shares with the app's work in the background and with others, by name.
            {
              name: 'takes',
              test: /web\/src\/(lib\/(account-key|local-items|open-database|random-uuid)|features\/(clips\/(capture\/current-recording|recorder\/after-recording-code|take\/(queue-changes|sealed-takes-mark|take-lock|take-purpose|take-store))|recorder\/(background-recording|use-unposted-take))|ui\/card)\.|node_modules\/(idb\/|lucide-react\/dist\/esm\/icons\/(square|trash)\.)|domain\/src\/(prompt|voice-filter)\./,
            },
            // What is needed before the first press on Record.
            {
              name: 'recorder',
              test: /web\/src\/(routes\/_shell\/_member\/record\.tsx\?tsr-|features\/drops\/prompt\/prompt-note\.|features\/(clips\/(capture\/(capture|capture-problem|countdown|halo|level-bars|level-meter|live-waveform|record-button|recording|recording-format|recording-ring|screen-wake-lock)|mask\/(recorder-keys|run-voice-job|voice-workers)|recorder\/(recorder-(controller|messages|state|store)|use-take-view)|take\/(claim-take|clip-playback|discard-toast|take|use-exclusive-playback))|recorder\/(drop-draft|recorder-(panel|stage)|use-recorder-view|import\/(audio-file-chooser|shared-file|use-dropped-file)))\.)|voice\/src\/(gain|peaks)\.|lucide-react\/dist\/esm\/icons\/(file-headphone|scissors)\./,
            },
            // Modules that the recorder's form, comments and the player's bar share with others, by name. A dozen
            // files of a kilobyte each would need two rounds of a browser's six connections.
            {
              name: 'shared',
              test: /web\/src\/(ui\/(progress-bar|segmented-control|textarea)|lib\/(data-url|decode-audio|fetch-with-progress|kept-store|queued-changes|remove-files|upload-storage)|features\/(clips\/(recorder\/clip-recorder|upload\/post-error)|comments\/(comment|comment-track|mutations|queries|thread-cache)|people\/invalidate-people|drops\/(invalidate-drops-by|privacy-levels|description\/description-field)))\.|domain\/src\/hashtag(-address)?\.|lucide-react\/dist\/esm\/icons\/send-horizontal\.mjs/,
            },
            // Needed by the recorder after a recording, by the queue of posts and by signing out.
            {
              name: 'posting',
              test: /web\/src\/features\/(clips\/(capture\/decode|mask\/(base64|queries|transform-clip|veil-seeds)|take\/(discard-take|request-persistent-storage|take-edits|take-sound|undo-discard|use-played-clip)|upload\/(access-token|clip-storage|insert-with-clip|make-clip|upload-path))|drops\/show-pending-drop|recorder\/post\/(pending-drop|post-messages|post-record|post-stored-take|post-take|post-toasts|show-post))\./,
            },
            // Small modules that are needed together, so that pages list and fetch one file for each group.
            {
              name: 'ranked',
              test: /web\/src\/features\/(drops\/(heard\/all-heard|next\/(next-drops|use-next-drops)|ranking\/(ranked-list|select-page|queries|use-ranked-drops))|player\/track-row)\.|domain\/src\/ranking\./,
            },
            {
              name: 'decisions',
              test: /domain\/src\/(day|decision-words|guideline-rule|report-reason)\./,
            },
            {
              name: 'played',
              test: /web\/src\/features\/first-steps\/(first-steps|mutations|queries|use-finish-step)\./,
            },
            // What pages fetch while they are idle: a file for each module would cost a tenth of the processor
            // time of an opened page, and a round trip each.
            {
              name: 'background',
              test: /web\/src\/(shell\/player-background|ui\/(announcements|bind-toolbar-keys|focus-recovery|root-background|tooltip-layer)|lib\/(edits-in-other-tabs|live-channel|remove-other-accounts|serial-reads|unread-in-title)|features\/(drops\/(following-queries|play-counter|skip-gone-drops|list\/card-keys)|feed\/(id-batcher|live-counts|live-drop-toasts|live-drops)|player\/(add-play|count-plays|listening-milestones|pause-other-tabs|prepare-next-track|queue\/(follow-queue|queue-changes|stored-queue|use-change-queue|use-queue-entries)|renew-visible-audio-urls|restore-player|silence\/skipped-silence|store-playback-position|store-volume-and-speed|stored-positions|tab-player)|reactions\/mutations))\.|lucide-react\/dist\/esm\/icons\/list-(end|start)\.mjs/,
            },
            // The steps of a member's work in the background. What is pressed meanwhile waits for one step, so that
            // each step needs few files.
            {
              name: 'member-background',
              test: /web\/src\/shell\/(member-background|own-profile-offline)\./,
            },
            {
              name: 'account-data',
              test: /web\/src\/(shell\/(account-data|sealed-drafts|unencrypted-data)|lib\/(sealed-entries|text-drafts)|features\/(recorder\/post\/unposted-takes|clips\/take\/sealed-takes|messages\/outbox\/(outbox|outbox-store|sealed-outbox)))\./,
            },
            {
              name: 'offline',
              test: /web\/src\/(shell\/(keep-drops|queued-changes)|lib\/(filter-values|first-abort|work-in-turn)|features\/(bookmarks\/bookmark-queries|drops\/(drop-search|kept-drops)))\./,
            },
            // Also of what settles the data of accounts, which must not fetch the notifications.
            {
              name: 'push',
              test: /web\/src\/lib\/(push-device|push-here|notification-permission)\./,
            },
            {
              name: 'notifications',
              test: /web\/src\/features\/notifications\/(browser-notification|count-in-title|live-notifications|mark-all-read-button|mutations|notification|open-pressed-pushes|notification-item|queries|record-activity|renew-device)\.|domain\/src\/notification-kind\.|lucide-react\/dist\/esm\/icons\/(at-sign|check-check|user-check)\.mjs/,
            },
            // What messages do in the background, which their page needs too.
            {
              name: 'messages-background',
              test: /web\/src\/features\/messages\/(conversation|live-messages|message|message-cache|message-keys|messages-background|queries|typing|unread-badge|unread-queries|outbox\/send-outbox)\./,
            },
            {
              name: 'messages',
              test: /web\/src\/(ui\/attempt|features\/messages\/(conversation-avatar|messages-page|mutations|use-visible-height|conversation\/(composer|conversation-dialogs|conversation-foot|conversation-header|conversation-pane|linked-text|log-entries|message-bubble|message-focus|message-log|message-skeletons|message-track|no-conversation|outgoing-bubble|reported-message|request-bar|split-links|unblock-bar|use-[a-z-]+|voice-bubble)|list\/[a-z-]+))\.|lucide-react\/dist\/esm\/icons\/(bell-off|ellipsis-vertical|hat-glasses)\.mjs/,
            },
            {
              name: 'drop-menus',
              test: /web\/src\/(features\/drops\/(embeddable-queries|file-name|mutations|menu\/(delete-drop-dialog|download-audio|edit-drop-dialog|embed-dialog|link-qr-code|own-drop-menu|share-elsewhere|share-link-dialog|share-menu|share-targets|use-why-here)|ranking\/(reasons|why-here-dialog)))\.|domain\/src\/(embed|escape-markup)\.|lucide-react\/dist\/esm\/icons\/(circle-question-mark|code|copy|download|external-link|film|forward|link|pencil|qr-code)\.mjs/,
            },
            {
              name: 'account-forms',
              test: /web\/src\/(ui\/code-input|features\/session\/(auth-callback|forms\/(address-form|choose-username|code-form|factor-choice|factor-code|factor-queries|factor-verification|new-password-form|password-mutations|send-again-button|use-field-form)|pages\/callback-messages))\./,
            },
            // Also of the notes on cards, which must not bring suggestions along: these need the profile's code.
            {
              name: 'tags',
              test: /web\/src\/(ui\/(marked-text|titled-card)|features\/tags\/(follow-tag-button|tag-link|tag-queries|trending-topics-query))\./,
            },
            // The frame of the desk and its lists; a screen with more has files of its own.
            {
              name: 'desk',
              test: /web\/src\/features\/desk\/([a-z-]+|staff\/[a-z-]+|log\/[a-z-]+)\.|lucide-react\/dist\/esm\/icons\/(chart-no-axes-column|inbox|mail-plus|scroll-text|tag)\.mjs/,
            },
            {
              name: 'static-pages',
              test: /web\/src\/features\/marketing\/(contact-phrase|legal-page|marketing-frame)\./,
            },
            {
              name: 'suggestions',
              test: /web\/src\/features\/drops\/suggestions\/(people-to-follow|sample-queries|tags-to-follow|to-follow)\./,
            },
            {
              name: 'mutes',
              test: /web\/src\/features\/(reports\/(mutations|report-dialog)|drops\/menu\/(block-person-dialog|mute-dialog|mute-span|removal-dialog|use-mute)|people\/mute-queries)\.|domain\/src\/report\.|lucide-react\/dist\/esm\/icons\/(ban|clock|flag|volume-off)\.mjs/,
            },
            {
              name: 'lists',
              test: /web\/src\/(ui\/list-start|features\/(drops\/(list\/short-drop-list|ranking\/ranked-drop-list)|session\/(sign-in-prompt|use-sign-in-prompt)))\./,
            },
            {
              debugName: 'first load',
              name: firstLoadChunks({
                landing: sources('app/landing.tsx'),
                app: sources('app/main.tsx'),
                feed: sources(
                  'routes/_shell.tsx',
                  'routes/_shell/_member.tsx',
                  'routes/_shell/_member/app.tsx',
                ),
                auth: sources('routes/auth.tsx'),
                visit: sources('routes/_shell/voice-drop.$id.tsx', 'routes/_shell/$username.tsx'),
              }),
            },
          ],
        },
      },
    },
  },
  worker: {
    // The site server recognises the voice worker's script by its name, and allows it WebAssembly.
    rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash:7].js' } },
  },
  server: { host: '127.0.0.1' },
});

import React from 'react';

const { useSyncExternalStore } = React;

/*
 * On the server a store has one state, which is also that of the first rendering. React requires it as an argument of
 * its own, which would be bytes for every browser in the app's code.
 */
Object.assign(React, {
  useSyncExternalStore: <State>(
    subscribe: (notify: () => void) => () => void,
    getState: () => State,
    getServerState = getState,
  ): State => useSyncExternalStore(subscribe, getState, getServerState),
});

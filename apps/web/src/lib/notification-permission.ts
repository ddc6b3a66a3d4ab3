import { useState } from 'react';
import { canPush } from './push-device.ts';

/** The browser's permission to show notifications. */
export function notificationPermission(): NotificationPermission | 'unsupported' {
  if (!('Notification' in window)) return 'unsupported';
  const { permission } = window.Notification;
  return permission === 'default' && !canPush() && !canConstruct() ? 'unsupported' : permission;
}

/** Chromium on Android throws on `new Notification`, which it leaves to service workers. Without permission the attempt shows nothing. */
function canConstruct(): boolean {
  try {
    return new window.Notification('') instanceof EventTarget;
  } catch {
    return false;
  }
}

/** Returns the permission, and a function that asks for it after a press and returns the answer. */
export function useNotificationPermission() {
  const [permission, setPermission] = useState(notificationPermission);
  const ask = async () => {
    await window.Notification.requestPermission();
    const answer = notificationPermission();
    setPermission(answer);
    return answer;
  };
  return [permission, ask] as const;
}

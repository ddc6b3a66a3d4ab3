import { deviceName, isHandheld } from '@undertone/domain/device-name';
import { relativeTimeAgo } from '@undertone/domain/relative-time';
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useApp } from '#lib/app.ts';
import { errorMessage } from '#lib/backend-error.ts';
import { canPush } from '#lib/push-device.ts';
import { pushState, turnOnPush } from '#lib/push-here.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useRemovePushDevice, useSendTestPush } from './push-mutations.ts';
import { pushDevicesOptions, type PushDevice } from './push-queries.ts';

/**
 * Lists the devices that receive push messages, and lets a device that was removed turn them on again. Renders
 * nothing without either.
 */
export function PushDevices({ userId }: { userId: string }) {
  const app = useApp();
  const { data: devices = [], dataUpdatedAt } = useQuery({
    ...pushDevicesOptions(app.client, userId),
    enabled: canPush(),
  });
  const isOff = pushState(userId) === 'off';
  if (devices.length === 0 && !isOff) return null;
  return (
    <div className="py-4">
      <h3 className="text-base">Devices with Push</h3>
      <ul aria-label="Devices with Push" className="mt-3 grid gap-2">
        {devices.map((device) => (
          <PushDeviceItem key={device.id} device={device} asOf={new Date(dataUpdatedAt)} />
        ))}
      </ul>
      {isOff && (
        <Button variant="quiet" size="sm" onClick={() => void turnOnPush(app, userId)}>
          Turn on for this device
        </Button>
      )}
    </div>
  );
}

function PushDeviceItem({ device, asOf }: { device: PushDevice; asOf: Date }) {
  const { userAgent, renewedAt, isCurrent } = device;
  const name = deviceName(userAgent);
  const remove = useRemovePushDevice();
  const test = useSendTestPush();

  const onRemove = () =>
    remove.mutateAsync(device).then(
      () => toast.success(`${name} receives no push messages any more`),
      (error: unknown) =>
        toast.error('The device could not be removed', { description: errorMessage(error) }),
    );
  const onTest = () =>
    test.mutateAsync(device.id).then(
      () => toast.success(`A test is on its way to ${name}`),
      (error: unknown) =>
        toast.error('The test could not be sent', { description: errorMessage(error) }),
    );

  return (
    <li className="flex flex-wrap items-center gap-3 rounded-md bg-paper-sunken py-2.5 pr-2 pl-4 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-ink-faint">
      {isHandheld(userAgent) ? <Smartphone /> : <Laptop />}
      <div className="min-w-0 grow basis-32">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {name}
          {isCurrent && <Badge>This device</Badge>}
        </p>
        <p className="text-sm text-ink-faint">
          {isCurrent ? (
            'Active now'
          ) : (
            <>
              Last active{' '}
              <time dateTime={renewedAt}>{relativeTimeAgo(new Date(renewedAt), asOf)}</time>
            </>
          )}
        </p>
      </div>
      <div className="ml-auto flex flex-wrap">
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Send a test to ${name}`}
          disabled={test.isPending}
          onClick={() => void onTest()}
        >
          Send a test
        </Button>
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Remove ${name}`}
          disabled={remove.isPending}
          onClick={() => void onRemove()}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

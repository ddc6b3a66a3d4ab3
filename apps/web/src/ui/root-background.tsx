import Announcements from './announcements.tsx';
import FocusRecovery from './focus-recovery.tsx';
import TooltipLayer from './tooltip-layer.tsx';

/** What every page of the app gets while it is idle. */
export default function RootBackground() {
  return (
    <>
      <Announcements />
      <FocusRecovery />
      <TooltipLayer />
    </>
  );
}

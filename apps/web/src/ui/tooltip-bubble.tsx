import { Tooltip } from '@base-ui/react/tooltip';
import { popupClass } from './popup-class.ts';

/** Distance between a tooltip and its anchor, in CSS pixels. */
const SIDE_OFFSET = 4;

interface TooltipBubbleProps {
  anchor: HTMLElement;
  text: string;
  /** The anchor's `data-tooltip-side`: 'right' in the sidebar; by default the tooltip is above. */
  side: string | undefined;
}

/** The open tooltip of `TooltipLayer`. Hidden from screen readers, which read the anchor's label. */
export default function TooltipBubble({ anchor, text, side }: TooltipBubbleProps) {
  return (
    <Tooltip.Root open>
      <Tooltip.Portal>
        <Tooltip.Positioner
          anchor={anchor}
          side={side === 'right' ? 'right' : 'top'}
          sideOffset={SIDE_OFFSET}
          collisionPadding={8}
          className="z-60"
        >
          <Tooltip.Popup
            aria-hidden="true"
            data-tooltip-bubble
            className={`${popupClass} before:absolute before:-inset-1 rounded-sm border-transparent! bg-ink! px-2.5 py-1.5 text-[0.8125rem] font-medium text-ink-inverse!`}
          >
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

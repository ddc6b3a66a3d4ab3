import { useQuery } from '@tanstack/react-query';
import type { Drop } from '#features/drops/drop.ts';
import DialogPopup from '#ui/dialog-popup.tsx';
import { Loading } from '#ui/loading.tsx';
import { findVideoEncoding, type MissingEncoding, type VideoEncoding } from './video-encoding.ts';
import { VideoMaker } from './video-maker.tsx';

const MISSING: Record<MissingEncoding, string> = {
  insecure: 'Browsers make videos only on pages that are open over HTTPS.',
  'no encoder':
    'This browser cannot encode videos with sound. Current versions of Chrome, Edge, Firefox and Safari can.',
};

interface VideoDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  drop: Drop;
}

/** Makes a video of a drop on this device, to be saved or shared. Closing the dialog cancels it. */
export default function VideoDialog({ drop, ...dialog }: VideoDialogProps) {
  const { data, isError } = useQuery({
    queryKey: ['video encoding'],
    queryFn: findVideoEncoding,
    staleTime: Infinity,
    networkMode: 'always',
  });
  const encoding = isError ? 'no encoder' : data;
  return (
    <DialogPopup
      {...dialog}
      title="Share as video"
      description={encoding && describeEncoding(encoding)}
      shape="sheet"
    >
      {encoding === undefined && <Loading label="Loading..." />}
      {typeof encoding === 'object' && <VideoMaker drop={drop} encoding={encoding} />}
    </DialogPopup>
  );
}

/** The kind of file that this browser makes, and where it plays; or why there is none. */
function describeEncoding(encoding: VideoEncoding | MissingEncoding): string {
  if (typeof encoding === 'string') return MISSING[encoding];
  const { container, video, audio } = encoding;
  if (container === 'webm') {
    return `Made on this device, as WebM with ${video.codec.toUpperCase()} and Opus, since this browser encodes no H.264. Not every app takes it.`;
  }
  if (audio.codec === 'opus') {
    return 'Made on this device, as MP4 with H.264 and Opus, since this browser encodes no AAC. Some apps play it without sound.';
  }
  return 'Made on this device, as MP4 with H.264 and AAC, which every app plays.';
}

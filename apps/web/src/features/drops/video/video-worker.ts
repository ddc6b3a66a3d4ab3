import { renderVideo } from './render-video.ts';
import type { VideoJob, VideoMessage } from './video-job.ts';

/* A worker that makes one video. The page ends the worker to cancel. */

const post = (message: VideoMessage) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<VideoJob>) => {
  let reported = 0;
  renderVideo(data, (share) => {
    const percent = Math.floor(share * 100);
    if (percent === reported) return;
    reported = percent;
    post({ progress: share });
  }).then(
    (video) => post({ done: video }),
    (cause: unknown) => post({ failed: String(cause) }),
  );
});

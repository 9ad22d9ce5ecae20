import { AudioBufferSource, BufferTarget, CanvasSource, Mp4OutputFormat, Output, Quality } from 'mediabunny';

const WIDTH = 1280;
const HEIGHT = 720;

/**
 * A real video of noise, which does not compress: H.264 or VP9 with a tone, filmed upright (stored lying, with a rotation),
 * and with frames at uneven times.
 */
export const noisyVideo = async (seconds: number, { sound = true } = {}): Promise<File> => {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d')!;
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const picture = new CanvasSource(canvas, { codec: 'avc', quality: new Quality({ bitrate: 60_000_000 }) });
  output.addVideoTrack(picture, { rotation: 90 });
  const tone = new AudioBufferSource({ codec: 'opus', quality: new Quality({ bitrate: 64_000 }) });
  if (sound) output.addAudioTrack(tone);
  await output.start();
  if (sound) await tone.add(new AudioBuffer({ length: 48_000 * seconds, numberOfChannels: 1, sampleRate: 48_000 }));
  const image = context.createImageData(WIDTH, HEIGHT);
  const words = new Uint32Array(image.data.buffer);
  let seed = 1;
  for (let at = 0, frame = 0; at < seconds; frame += 1) {
    for (let index = 0; index < words.length; index += 1) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      words[index] = seed | 0xff000000;
    }
    context.putImageData(image, 0, 0);
    const duration = frame % 2 === 0 ? 0.03 : 0.07;
    await picture.add(at, duration);
    at += duration;
  }
  await output.finalize();
  return new File([target.buffer!], 'match.mp4', { type: 'video/mp4', lastModified: 1 });
};

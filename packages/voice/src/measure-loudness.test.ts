import { describe, expect, test } from 'vitest';
import { measureLoudness } from './measure-loudness.ts';
import { resample } from './resample.ts';
import { makeTone } from './testing/tone.ts';

const SAMPLE_RATE = 48_000;

const amplitude = (decibels: number) => 10 ** (decibels / 20);

/** What two equal channels have more than one: the cases below are stated for stereo. */
const STEREO = 10 * Math.log10(2);

/** A tone of 1 kHz in stretches of the given levels, in dB of full scale for each of two channels. */
function makeProgramme(...stretches: (readonly [level: number, seconds: number])[]): Float32Array {
  const tones = stretches.map(([level, seconds]) =>
    makeTone(1000, seconds, SAMPLE_RATE, amplitude(level + STEREO)),
  );
  const programme = new Float32Array(tones.reduce((length, tone) => length + tone.length, 0));
  let end = 0;
  for (const tone of tones) programme.set(tone, (end += tone.length) - tone.length);
  return programme;
}

const LOUDNESS_CASES: { name: string; programme: () => Float32Array; expected: number }[] = [
  { name: 'case 1', programme: () => makeProgramme([-23, 20]), expected: -23 },
  { name: 'case 2', programme: () => makeProgramme([-33, 20]), expected: -33 },
  {
    name: 'case 3, whose soft stretches the relative gate leaves out',
    programme: () => makeProgramme([-36, 10], [-23, 60], [-36, 10]),
    expected: -23,
  },
  {
    name: 'case 4, whose softest stretches the absolute gate leaves out',
    programme: () => makeProgramme([-72, 10], [-36, 10], [-23, 60], [-36, 10], [-72, 10]),
    expected: -23,
  },
  {
    name: 'case 5, all of which counts',
    programme: () => makeProgramme([-26, 20], [-20, 20.1], [-26, 20]),
    expected: -23,
  },
];

describe('EBU Tech 3341, integrated loudness', () => {
  test.each(LOUDNESS_CASES)('$name', ({ programme, expected }) => {
    const { integrated } = measureLoudness(programme(), SAMPLE_RATE);
    expect(Math.abs(integrated - expected)).toBeLessThan(0.1);
  });
});

describe('integrated loudness', () => {
  test('a sine of 997 Hz at full scale in one channel reads -3.01 LUFS', () => {
    const { integrated } = measureLoudness(makeTone(997, 5, SAMPLE_RATE, 1), SAMPLE_RATE);
    expect(integrated).toBeCloseTo(-3.01, 2);
  });

  test.each([8_000, 16_000, 22_050, 32_000, 44_100, 96_000])(
    'a tone is as loud at %i Hz as at 48 kHz',
    (sampleRate) => {
      const { integrated } = measureLoudness(makeTone(997, 5, sampleRate, 0.1), sampleRate);
      expect(Math.abs(integrated - -23.01)).toBeLessThan(0.1);
    },
  );

  test('pauses do not make a voice softer', () => {
    const spoken = makeProgramme([-20, 2]);
    const halting = makeProgramme([-20, 2], [-80, 4], [-20, 2], [-80, 4]);
    const { integrated } = measureLoudness(halting, SAMPLE_RATE);
    // Of the blocks on each edge, those that the gate lets pass are partly silent.
    expect(integrated - measureLoudness(spoken, SAMPLE_RATE).integrated).toBeGreaterThan(-0.6);
  });

  test('a constant offset does not count, except for its beginning', () => {
    const offset = new Float32Array(10 * SAMPLE_RATE).fill(0.5);
    expect(measureLoudness(offset, SAMPLE_RATE).integrated).toBeLessThan(-20);
  });

  test('a clip shorter than a block is as loud as a longer one of the same sound', () => {
    const short = measureLoudness(makeTone(1000, 0.2, SAMPLE_RATE, 0.1), SAMPLE_RATE);
    const long = measureLoudness(makeTone(1000, 2, SAMPLE_RATE, 0.1), SAMPLE_RATE);
    expect(Math.abs(short.integrated - long.integrated)).toBeLessThan(0.2);
  });

  test.each([0, 1, 100, SAMPLE_RATE])('silence of %i samples has none', (length) => {
    expect(measureLoudness(new Float32Array(length), SAMPLE_RATE)).toEqual({
      integrated: -Infinity,
      truePeak: -Infinity,
    });
  });

  test('hiss below the absolute gate counts as silence', () => {
    const { integrated } = measureLoudness(makeProgramme([-75, 5]), SAMPLE_RATE);
    expect(integrated).toBe(-Infinity);
  });

  test('a rate that is too low for the weighting is refused', () => {
    expect(() => measureLoudness(new Float32Array(10), 4_000)).toThrow(RangeError);
  });
});

/** A sine by its phase in degrees at the first sample; the cases are about where samples fall. */
function makeSine(divisor: number, peak: number, degrees: number, length = SAMPLE_RATE) {
  const start = (degrees * Math.PI) / 180;
  return Float32Array.from(
    { length },
    (_, i) => peak * Math.sin((2 * Math.PI * i) / divisor + start),
  );
}

/** A sine of a sixth of the rate, of which one cycle is twice as high, made at four times the rate. */
function makeSwell(offset: number): Float32Array {
  const cycle = 4 * 6;
  const fine = makeSine(cycle, 0.5, 0, 4 * 4800);
  for (let i = 400 * cycle; i < 401 * cycle; i++) fine[i]! *= 2;
  return resample(fine.subarray(offset), 4, 1);
}

/** The tolerance that EBU Tech 3341 allows around the stated peak, in dB. */
const isWithinTolerance = (measured: number, stated: number) =>
  measured <= stated + 0.2 && measured >= stated - 0.4;

describe('EBU Tech 3341, true peak', () => {
  test.each([
    { name: 'case 15', samples: makeSine(4, 0.5, 0), stated: -6 },
    { name: 'case 16', samples: makeSine(4, 0.5, 45), stated: -6 },
    { name: 'case 17', samples: makeSine(6, 0.5, 60), stated: -6 },
    { name: 'case 18', samples: makeSine(8, 0.5, 67.5), stated: -6 },
    { name: 'case 19', samples: makeSine(4, 1.41, 45), stated: 3 },
  ])('$name', ({ samples, stated }) => {
    const fadedIn = samples.map((sample, i) => sample * Math.min(1, i / 1000));
    const faded = fadedIn.map((sample, i) => sample * Math.min(1, (samples.length - i) / 1000));
    const { truePeak } = measureLoudness(faded, SAMPLE_RATE);
    expect(isWithinTolerance(truePeak, stated)).toBe(true);
  });

  test.each([0, 1, 2, 3])(
    'cases 20 to 23: one high cycle, %i quarters of a sample late',
    (offset) => {
      const { truePeak } = measureLoudness(makeSwell(offset), SAMPLE_RATE);
      expect(isWithinTolerance(truePeak, 0)).toBe(true);
    },
  );
});

describe('true peak', () => {
  test('is never below the greatest sample', () => {
    const click = new Float32Array(1000);
    click[500] = -0.5;
    expect(measureLoudness(click, SAMPLE_RATE).truePeak).toBeCloseTo(20 * Math.log10(0.5), 5);
  });

  test.each([0, 63, 64, 65, 199])('finds a peak between samples %i and the next', (at) => {
    // Two equal samples: the signal rises above both in between.
    const pair = new Float32Array(200);
    pair[at] = 0.5;
    pair[at + 1] = 0.5;
    const rises = measureLoudness(pair, SAMPLE_RATE).truePeak - 20 * Math.log10(0.5);
    expect(rises).toBeGreaterThan(at === 199 ? -0.01 : 1);
  });
});

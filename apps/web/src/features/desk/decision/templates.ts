import type { GuidelineRule } from '@undertone/domain/guideline-rule';

interface Template {
  title: string;
  /** What the person reads below the rule. */
  words: string;
}

/** Reasons for each rule of the community guidelines, to start from. The first one is suggested. */
export const templates: Readonly<Record<GuidelineRule, readonly [Template, ...Template[]]>> = {
  harassment: [
    {
      title: 'Attack on a person',
      words:
        'It attacks, threatens or humiliates a person. You may disagree with what somebody says or does, without attacking who they are.',
    },
    {
      title: 'Hate',
      words:
        'It attacks people for what they are, such as their origin, religion, gender, sexuality or disability.',
    },
    {
      title: 'Going after somebody',
      words: 'You have gone after a person from one place to the next, or asked others to.',
    },
  ],
  sexual: [
    {
      title: 'Explicit, unprepared',
      words: 'It is sexually explicit, and people come upon it unprepared.',
    },
    {
      title: 'Without consent',
      words: 'It is sexual and about a person who has not agreed to that.',
    },
    {
      title: 'Minors',
      words: 'It is sexual and about a minor. This rule has no exception.',
    },
  ],
  violence: [
    { title: 'Threat', words: 'It threatens somebody with violence.' },
    { title: 'Praise', words: 'It praises violence, or those who have committed it.' },
    {
      title: 'Instructions',
      words:
        'It explains how to hurt oneself or others. If you are having a hard time yourself, please call a crisis line where you live: you are not a burden.',
    },
  ],
  privacy: [
    {
      title: 'Contact details',
      words: 'It gives away where or how a person can be found: an address, a number, a workplace.',
    },
    { title: 'Recording', words: 'It contains a recording of a person who has not agreed to it.' },
    { title: 'Secret', words: 'It makes something private of another person public.' },
  ],
  impersonation: [
    {
      title: 'Name or picture',
      words: 'It uses a real person’s name or picture, so that others take you for them.',
    },
    {
      title: 'Voice',
      words: 'It imitates a real person’s voice, so that others take you for them.',
    },
  ],
  spam: [
    { title: 'Advertising', words: 'It is advertising that does not say so.' },
    { title: 'Repetition', words: 'You have posted the same thing over and over.' },
    { title: 'Tricks', words: 'It is meant to get likes, plays or followers by a trick.' },
    { title: 'False information', words: 'It contains false information that can do harm.' },
  ],
  copyright: [
    { title: 'Music', words: 'It contains music that you have no right to post.' },
    {
      title: 'Recording',
      words:
        'It contains a podcast, a broadcast or another recording that you have no right to post.',
    },
  ],
  age: [{ title: 'Too young', words: 'People have to be at least 13 years old to be here.' }],
};

const isTemplate = (words: string): boolean =>
  Object.values(templates).some((all) => all.some((template) => template.words === words));

/** The words after a change of the rule: a template of the rule, unless somebody has written words of their own. */
export const wordsForRule = (words: string, rule: GuidelineRule): string =>
  words.trim() === '' || isTemplate(words) ? templates[rule][0].words : words;

import {
  RANKING_NETWORK_LIMIT,
  RANKING_HALF_LIFE_HOURS,
  RANKING_WEIGHTS,
} from '@undertone/domain/ranking';

export interface Question {
  question: string;
  answer: string;
  /** The setting of the site that has to be on for the question to be shown. */
  setting?: 'podcastFeeds';
}

interface FaqCategory {
  title: string;
  questions: readonly Question[];
}

const { listened, liked, commented } = RANKING_WEIGHTS;

/** Questions and answers; the numbers are those of packages/domain. */
export const faqs: readonly FaqCategory[] = [
  {
    title: 'Getting Started',
    questions: [
      {
        question: 'What is a voice drop?',
        answer:
          'A short clip of somebody talking, with a line of text and a few hashtags if they like. Some people call them confessions. You can hear public ones without an account; to post, like, comment or follow you need one.',
      },
      {
        question: 'How long can a voice drop be?',
        answer:
          'The recorder takes up to 60 seconds and stops by itself. An audio file that you choose instead may last up to 5 minutes: MP3, M4A, WAV, OGG, WebM or FLAC, as far as your browser can read it. We recommend 30 seconds to 2 minutes.',
      },
      {
        question: 'How do voice filters work?',
        answer:
          'Record first, then press Choose Voice Filter. You can listen to each filter on your own recording: Veil, High Pitch, Deep Voice, Robot Voice, Echo Effect, Vintage Radio and Loud Hailer, or your Original voice. Your browser applies it on your device, and your voice without it does not leave the device. The one exception: where a browser cannot do this, the recording is sent to our server, which applies the filter in its memory and stores nothing of that. Only the version that you choose is posted.',
      },
      {
        question: 'Do I have to show my face or use my name?',
        answer:
          'No. The only name that others see is your username, of 3 to 30 letters, digits, dots, underscores or hyphens; it neither begins nor ends with a dot or a hyphen. A picture and a bio are up to you, and your email address is shown to nobody.',
      },
      {
        question: 'Can I change my username?',
        answer:
          'Yes, three times in 30 days. Your old name stays yours for 90 days, and nobody else can take it in that time. While you change it, you choose whether old links lead to your new name for these 90 days. They do not unless you turn that on, and never while your account is private; Settings can turn it off again. Mentions of you in comments always lead to you. After you delete your account, nobody can take your name for a year.',
      },
      {
        question: 'Can I change a voice drop after posting it?',
        answer:
          'Its title, description and hashtags can be edited after posting, and you can make it private or public or delete it at any time. Once somebody else has listened or answered, a change of the words marks it as edited, with the time. The audio itself can never be changed: people should be able to trust that what they replied to is what was said.',
      },
    ],
  },
  {
    title: 'Privacy & Safety',
    questions: [
      {
        question: 'Who can hear my voice drops?',
        answer:
          'You decide for each one: Public is for everyone, Followers for those who follow you, Private for you alone. The server checks this, not the app, whenever somebody opens a voice drop or gets a link to its audio.',
      },
      {
        question: 'What does Private Account do?',
        answer:
          'Then only your followers can hear your public voice drops and see your numbers and the people you follow. Other people ask before they follow you, and you approve or decline; a decline is not announced, and the same person can ask you again after 30 days. Those who follow you already stay, and you can remove or block them. When you turn it off, everyone who is still waiting follows you. Everyone can still see your username, picture and bio, but we suggest you to no one.',
      },
      {
        question: 'Does a filter make me anonymous?',
        answer:
          'It depends on the filter, and no filter does so for certain. High Pitch, Deep Voice, Echo Effect, Vintage Radio and Loud Hailer are for fun: with an audio editor anyone can get most of your voice back, and after the first two all of it. Robot Voice hides some of you. Veil hides you best: each voice drop is spoken by another made-up stranger, and neither people who know you nor common tools recognise you. Somebody determined, with recordings of you, may still link them to you. No filter hides what you say, your accent, or what is heard behind you. Please do not trust your safety to a filter.',
      },
      {
        question: 'Can you undo Veil for me, or for somebody else?',
        answer:
          'No. Your device picks the stranger’s voice at random, uses it once and forgets it. It is neither stored nor sent, so nobody can look it up, not you and not we. There is one exception: in a conversation that you began with an anonymous voice message, one stranger speaks for you throughout. For that your device stores the choice, which is not sent either, until you delete the conversation, sign out or delete your account. If you want your own voice back, record again.',
      },
      {
        question: 'Who can find out that I sent an anonymous voice message?',
        answer:
          'Not the person who gets it. They hear the voice that Veil has made, and see how long it is and a time in steps of five minutes, at the end of which it arrives. They do not learn your name, whether you have read their answer, or whether you are there; and blocking, muting, following or reporting somebody changes nothing in the conversation, so they cannot try out who it is. The people who run this site can see who sent it, in the database and in backups, and do look if it is reported. What you say, and the way you phrase it, may give you away.',
      },
      {
        question: 'Who can send me anonymous voice messages?',
        answer:
          'Nobody, unless you switch on Allow anonymous messages in Settings. Then people who have been here for a while can send you one from your profile, or with a link that you share, and nothing more until you answer. It arrives as a request and plays once you accept it. You can report it, and end the conversation for good. You cannot find out who wrote, and blocking people by name does not end it.',
      },
      {
        question: 'What happens when I block someone?',
        answer:
          'Neither of you sees the other’s voice drops and comments any more, follows between you end, and neither can follow, like, comment on, write to or notify the other. They get no message about it, but cannot find your profile while they are signed in. A block is between two accounts: a person who signs out can still hear what is public. You can unblock them in the settings.',
      },
      {
        question: 'What happens when I mute someone or something?',
        answer:
          'You can mute a person, a hashtag or a word for a day, a week or for ever. What you mute is left out of your lists and searches, and you get no notifications of it; a muted person’s profile and a voice drop that you open still show. Only you can see what you have muted, and the settings list it.',
      },
      {
        question: 'Can I answer by voice?',
        answer:
          'Yes. Press the microphone beside the box for comments, or hold it on a phone, and speak for up to a minute. Choose a filter, add words if you like, and send it. Everyone who may read your comment can play it, and it goes when the comment is deleted. If you do not want voice replies to a voice drop of yours, switch them off in its menu.',
      },
      {
        question: 'How do I report something?',
        answer:
          'Open the menu of a voice drop, of a comment or of somebody’s profile and choose Report. Pick a reason, add a few words if you can. We keep what was reported as it was until six months after we have decided about it, so deleting it does not hide it from us. You get a notification of the outcome. Once three different people who have been here for a while have reported a voice drop it is hidden from visitors and from everyone who blocks inappropriate content, until we have looked at it and decided.',
      },
      {
        question: 'What do you know about what I listen to?',
        answer:
          'Next to nothing. A play counts at most once a minute for the same listener and drop, so we note it for that minute, and wipe the note within the hour. Only your browser stores where you stopped in the middle of a voice drop, which ones you listened to until the end, and which ones are in your queue. For Hot and Trending, where each account counts once, we keep a code for two days. It is made from your account, the voice drop and a secret of the day; within an hour after that we wipe code and secret, and only numbers are left. There is no listening history, no analytics and no advertising.',
      },
      {
        question: 'Can I have a copy of my data?',
        answer:
          'Settings, Security, Download my data. Your browser makes a ZIP file of all that you made here and that was sent to you, clips included, with a page that explains it. It opens without a network. We mail you that it was made, in case it was not you.',
      },
      {
        question: 'How do I delete everything?',
        answer:
          'Settings, Security, Delete account. Your profile, voice drops, their audio, comments, likes, bookmarks and sessions are removed at once and for good. What remains are entries of the audit log, for 90 days, a code of your username, for a year at most, what was reported and decided, for six months, what server logs and older backups hold, and recordings in your other browsers. The Privacy Policy has the details.',
      },
    ],
  },
  {
    title: 'Community',
    questions: [
      {
        question: 'What is not allowed?',
        answer:
          'Harassment and hate, sexual content about minors or without consent, threats, other people’s private information, impersonation, spam, and anything that is not yours to post. The Community Guidelines have the full list.',
      },
      {
        question: 'What happens when someone breaks the rules?',
        answer:
          'The first offense brings a warning, the second a temporary restriction or the removal of what was posted. Serious or repeated offenses end in a suspension or a ban. Each time you get a statement that says what it was about, which rule, whether it was reported, and for how long. You can appeal from it within six months. While you are suspended you can read, listen, delete, block and mute people, and report; while you are banned you can read the statement, appeal, download your data and delete your account.',
      },
      {
        question: 'What is a sensitive voice drop?',
        answer:
          'One that not everyone wants to hear unprepared. Whoever posts it can say so in the form or later in its menu, and our team can label it. It plays only after another press, also in a queue and with Play all, and link previews leave it out.',
      },
      {
        question: 'How old do I have to be?',
        answer: 'At least 13. If you are under 18 you need the consent of a parent or guardian.',
      },
      {
        question: 'How do hashtags and mentions work?',
        answer:
          'Write # and a word in your description and it becomes a hashtag, up to 5 of them. It leads to a page of the public voice drops that have it, which everyone can open, also without an account. Write @ and a username in a comment and that person gets a notification, if they may hear the voice drop: up to 10 people in one comment. The mention leads to that person whatever they call themselves later.',
      },
      {
        question: 'How do voice drops get into Hot and Trending?',
        answer: `By what people do; nobody can buy a place. A voice drop begins with a score of 1. Somebody who listens to the end adds ${listened}, a like or a bookmark ${liked}, a comment ${commented}. A like counts only if its account has listened to at least half of the voice drop. Each account counts once for a voice drop within two days; after that we no longer know. An account younger than a week counts half. An account younger than a day, or without a confirmed address where we ask for one, does not count. Accounts that were created from the same network within 24 hours add at most ${RANKING_NETWORK_LIMIT} together to a voice drop; an account older than 14 days adds on its own. Each account counts for one voice drop a day of the same author; a like or a comment in return on the same day does not count, and neither does what you do to your own voice drops. In Hot, a voice drop needs twice the score for each ${RANKING_HALF_LIFE_HOURS.hot} hours that it is older; in Trending, which has the last two days, for each hour. Only public voice drops are there. “Why is this here?” in the menu of each shows its numbers. Trending Topics are hashtags that at least three people use whose accounts are older than a day; who uses and listens to them moves them in the same way.`,
      },
      {
        question: 'Who sees that I liked something?',
        answer:
          'The person who posted the voice drop gets a notification, if they want those. Everybody else sees only the number of likes, unless you turn on Show what I liked in Settings: then the people who may see your numbers find the voice drops that you like on your profile, each those that they may hear. Nobody is notified of a like on a comment.',
      },
      {
        question: 'Can I write to someone in private?',
        answer:
          'Yes: press Message on their profile. A message is up to 2000 characters, a voice message of up to 60 seconds with any filter, or both. If they neither follow you nor have written to you, your first message is a request, and you can write more once they accept; you can write to at most 20 such people a day. In Settings you choose who may write to you: everyone, people you follow, or nobody. Blocking somebody ends the conversation for both of you.',
      },
      {
        question: 'Who can read my messages?',
        answer:
          'The two of you, and the people who run this site: messages are not end-to-end encrypted, so they stand readable in the database and in backups. They are looked at only to run the site, or when one of you reports a message, which shows us that one and the five before it. Within an hour you can delete a message for both; its words and voice are removed for good seven days later, so that a report still has its evidence.',
      },
    ],
  },
  {
    title: 'Technical',
    questions: [
      {
        question: 'Which browsers can record?',
        answer:
          'Chrome and Edge from version 111, Firefox from 128 and Safari from 16.4 on, on computers and phones. The page has to be opened over HTTPS, or the browser does not let it use the microphone.',
      },
      {
        question: 'My microphone does not work. What can I do?',
        answer:
          'Look at the little lock or microphone beside the address and allow it for this site. Close other programs that hold the microphone, and try again. If your device asks for permission per app, allow it for the browser too.',
      },
      {
        question: 'I lost my connection while posting. Is my recording gone?',
        answer:
          'No, as long as your browser lets this site store things, which private windows may not. While you speak, your recording is stored on your device piece by piece, until it is posted or you discard it. If you have pressed Post, it goes out by itself when the connection is back. If not, it is there when you open the recorder again in the same browser, even after closing the tab.',
      },
      {
        question: 'What happens to my recording when I sign out?',
        answer:
          'If it is not posted, you are asked first: post it, stay signed in, or discard it. Signing out then deletes what your browser has stored for your account. If it was the server that ended your session, for example because you signed out on another device, your recording and the comments that you have begun stay for 30 days, encrypted, and are there when you sign in again in the same browser. Only a recording that you began without a network right after signing in may have no key yet: it stays as it is for these 30 days, and the app shows it to your account alone.',
      },
      {
        question: 'I lost the phone that gives me the codes for two-factor. What can I do?',
        answer:
          'After your password, press “I lost my second factor” and enter one of the ten recovery codes that you got when you turned two-factor on. That turns it off and signs out your other devices. If the recovery codes are lost, too, press “I lost both”: our team can remove your second factor after 72 hours. Until then we send three mails to your address, with a link that cancels it.',
      },
      {
        question: 'Can I choose what plays next?',
        answer:
          'Play all, above every list, plays its voice drops in order. Play next and Add to queue in the menu of a voice drop put it before the rest of the list. The queue is in the player, where you can change its order or clear it: on a phone, press the title; on a wide screen, press Queue. It holds up to 200 voice drops, stays on your device, and is deleted when you sign out.',
      },
      {
        question: 'Can I listen faster, or fall asleep while listening?',
        answer:
          'The player has speeds from 0.75× to 2×. Skip silence shortens long pauses, and a voice drop counts as heard to the end all the same. The sleep timer stops playback at the end of the voice drop, or after 5 to 60 minutes, once the sound has faded out. On a phone, press the title in the player to find them.',
      },
      {
        question: 'What works without a connection?',
        answer:
          'Once you have signed in here, the app opens, and you can record, try the filters and write your description. Press Post, and the voice drop waits on your device and goes out when you are back online and have this site open, and so do likes, bookmarks, follows and messages. Listening needs a connection, unless you turn on Keep voice drops for offline listening in Settings: your browser then keeps your last 100 bookmarks and the voice drops of your last feed, up to 100 MB. What you play offline counts nowhere. Signing out deletes it, and so does your browser once it is online again for voice drops that are gone or that you may no longer hear.',
      },
      {
        question: 'Do you send emails or notifications?',
        answer:
          'Emails about your account: to confirm or change an address, to choose a new password, to say that somebody signed in, that your password, your address, a way to sign in or a second factor has changed, that somebody asked us to remove the factor or downloaded a copy of your data, what we have decided about something of yours or that you reported, or to warn you, once a day at most, that somebody tried to sign up with your address. Others only if you turn on Email in the settings and press the button of the mail that we then send: what needs an answer once an hour at most, the rest once a day or a week, and each can be stopped by one press. Likes, replies, follows, mentions and, where you have turned on the bell on somebody’s profile, their new voice drops show at the bell in the app, and new messages at Messages; if you turn that on, both also come as notifications on your devices, also while Undertone is closed. Words of messages and of voice drops that are not public are never in mails or notifications; who has written is in them only if you switch on Names on the lock screen. On an iPhone or iPad, add Undertone to the Home Screen first.',
      },
      {
        question: 'Can I download voice drops?',
        answer:
          'Only where their owner allows it: then Share offers Download, as an MP3 file, or as WAV where a WAV was posted, and Share as video, which makes a square or upright video of at most a minute on your device. You can always do both with your own.',
      },
      {
        question: 'Can I follow someone in my podcast app?',
        setting: 'podcastFeeds',
        answer:
          'Yes, if their account is not private and they allow downloads: Podcast feed on their profile, or Copy podcast feed in its menu, gives the address that your app asks for, and hashtags have feeds of such voice drops, too. Your app keeps what it has downloaded, even if the voice drop is made private or deleted later; from then on nobody can download it. Of listeners in podcast apps we only count the plays.',
      },
      {
        question: 'Is there an app?',
        answer:
          'Not in the stores yet. You can add this site to your home screen, and it behaves like one.',
      },
    ],
  },
];

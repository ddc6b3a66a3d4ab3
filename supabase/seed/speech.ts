import type { DropName } from './drops.ts';

/** What is said in each drop of the demo. */
export const speech: Record<DropName, string> = {
  foghorn:
    'The foghorn says one thing. I say another. We have been at it since four, and neither of us is giving in.',
  twoPigeons:
    'Attention please. There are two pigeons now. I repeat, two. The situation is developing.',
  hotList:
    'Too hot to sleep, so here is a list. One, the fan only moves the heat around. Two, the other side of the pillow is a lie. Three, somebody upstairs is frying onions, at two in the morning. Four, I am not even angry. I want the onions.',
  numbers:
    'Seven. Seven. Four. Nine. Either this is a number station, or my uncle is reading out the meter again.',
  pigeon:
    'Breaking news. The pigeon is back. He is on the same window sill, with the same look, and he has brought nothing.',
  follow: 'Follow me, and I follow you. It is that easy. Follow, follow, follow!',
  regulars:
    'Two in the morning, and my regulars get on. The baker. The boy who sleeps. The woman with the cello case, who always says thank you, and never says where she is going.',
  smallTalk:
    'Small talk, attempt nine. Hello. There is weather today. I also have a body. How is yours?',
  dial: 'I am somewhere between eighty eight point four and eighty eight point six. If you move the dial a little to the left, you get the news. A little to the right, and there is a man who sells carpets. But here, just here, you can hear both of them breathing. I used to fall asleep to this as a child. My father thought that the radio was broken. I never told him that I had moved the dial myself. Listen. That is rain, on somebody else’s roof, many years ago. It still has not stopped.',
  sister:
    'I never told my sister that I was there. I stood at the back, by the coats. I heard her sing, and I left before the lights came on. She thinks I forgot. I have let her think so for eleven years.',
  corridor:
    'At four, they turn every second light off in the corridor. It hums then. You walk from bright to dark to bright, and you lower your voice, although nobody is listening.',
  glove:
    'There is a glove on seat fourteen. A grey one. It has been to the harbour and back three times tonight. If it is yours, it is warm, and it has seen the sea.',
  early:
    'I have been early my whole life. I was born two weeks early. I arrive at parties while they are still in the shower. I wait around corners, so that I can be on time.',
  bread: 'One good thing today. The bread was still warm when I bought it.',
  kettle: 'Home. The kettle is on. My shoes are still on as well.',
  tomatoes:
    'Good morning, tomatoes. You look well. No, you do. You at the back, I know that you are trying. Nobody turns red in a day.',
  ferries:
    'I am counting ferries until it gets light. One, with all its windows lit. Two, quite empty. Three, and somebody on the deck is smoking. Four was late. I wave at every one of them. So far nobody has waved back, but it is early, and I am patient.',
  deals:
    'Mattress sale! Tonight only! Buy one mattress, and get another mattress! Why would you need two? Do not ask questions!',
  clock:
    'The clock in my kitchen is lying. It has said ten past nine since Tuesday. I know it is wrong, and still I look, and still I feel a little late.',
  tape: 'I found this on an old tape. It says kitchen, nineteen eighty one. You can hear a drawer, and a chair, and then somebody laughs, and somebody else says, turn that thing off.',
  barley:
    'Barley soup, from memory. An onion. More butter than you think. Carrots, cut thick, because she was always in a hurry. And then you leave it alone.',
  stops:
    'Next stop: somewhere you said you would never live. After that: the office. Please mind the gap between the plan and the day.',
  captcha:
    'I passed the captcha today. It asked me to pick all the traffic lights. I felt something. I think it was pride. Please do not check.',
  frost:
    'This is an apology to the beans. I saw the forecast. I thought, one more night. It was my mistake, and you were doing so well.',
  umbrella: 'Lost: one umbrella, black. Also some dignity. If found, keep the umbrella.',
  silence: 'Four seconds, more or less.',
  rain: 'Rain on the depot roof. I have finished, and I could go home. I am staying for this.',
  calledBack: 'One good thing. You called back. You did not say much, but you called back.',
  beforeSleep:
    'Just before sleep, people say things. Did you lock the door? Tell Anna it is all right. The train, the train. I write nothing down. I just say yes, it is all right, you can sleep.',
  voicemail:
    'His voicemail is still full. I know that it is full. I call it for the voice that tells me so.',
  nobodyAsked: 'This is an announcement that nobody asked for. I had soup. Thank you.',
  engine:
    'No passengers. Just the engine and me. It has a note that it holds on the hill, and I hum the one below. Do not tell anyone.',
  escalator:
    'Dream log. The escalator again. It goes up, and I am told that at the top I will be given a name. I wake up at the same step each time.',
  sand: 'There is sand in everything. In my tea. In my phone. In this recording, probably.',
  neighbour:
    'My neighbour has the radio on. Through the wall it has no words, only the tune of somebody who is quite certain.',
  microwave:
    'Things I say to the microwave. Come on. Come on. I can see you. You do not have to shout, I am right here.',
  tenSeconds:
    'People ask why I wait the extra ten seconds at the corner. It is because, once, somebody waited for me. It was snowing, and I was running, and I had already given up. And the bus was just there, with the door open. So I wait.',
  evening: 'One good thing, every evening. Today it was a dog, in a basket, on a bicycle.',
  coat: 'I kept his coat. It hangs where it always hung. In winter I take it for a walk.',
};

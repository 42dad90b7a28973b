// The count said aloud by the browser, where it has a voice for the language.

function voiceFor(lang) {
  const own = lang.slice(0, 2).toLowerCase();
  const voices = window.speechSynthesis?.getVoices() ?? [];
  return voices.find((v) => v.lang.replace("_", "-").toLowerCase() === lang.toLowerCase())
    ?? voices.find((v) => v.lang.slice(0, 2).toLowerCase() === own);
}

/** Whether there is a voice for a language such as "pt-BR". */
export const canSpeak = (lang) => Boolean(voiceFor(lang));

/** Calls back when the browser's voices are known, which may be late or never. */
export function whenVoices(callback) {
  window.speechSynthesis?.addEventListener?.("voiceschanged", callback);
}

/** Says a text; resolves when it has been said, at once where nobody can. */
export function say(text, lang) {
  const voice = voiceFor(lang);
  if (!voice) return Promise.resolve();
  return new Promise((done) => {
    const words = new SpeechSynthesisUtterance(text);
    words.voice = voice;
    words.lang = voice.lang;
    words.onend = words.onerror = done;
    window.speechSynthesis.cancel();
    window.speechSynthesis.speak(words);
  });
}

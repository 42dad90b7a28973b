package web_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"semeia/internal/school"
	"semeia/internal/web"
)

// From the bin to gone: seven days, or at once, with a receipt that counts.
func TestWhatIsDeletedGoesThroughTheBin(t *testing.T) {
	w := newTown(t)
	ana := w.teaching(w.ana)
	class := "/teach/" + w.one.ID
	ines := w.signedIn(w.ines, w.codeOne)
	p := ana.acts(class+"/list/choose", "do=bin", "pupil="+w.ines.ID)
	contains(t, "asked before", p.words("main"), "Delete 1 pupil? They go into the bin with all their games. For 7 days you can bring them back. Inês")
	want(t, "still there", w.names(ana), "Inês, Rui")
	ana.acts(class+"/list/bin", "pupil="+w.ines.ID)
	want(t, "gone from the list", w.names(ana), "Rui")
	want(t, "her session ends", ines.get("/me").path, "/join")
	want(t, "her game is nobody's", ana.get(w.gameOne).status, http.StatusNotFound)
	contains(t, "in the bin", ana.get("/teach/bin").words(".people"), "Inês Class One · here until "+w.now.Now().AddDate(0, 0, 7).Format(time.DateOnly))
	ana.acts(class + "/pupils/" + w.ines.ID + "/restore")
	want(t, "back", w.names(ana), "Inês, Rui")
	want(t, "with her game", ana.get(w.gameOne).status, http.StatusOK)
	// For good, once the name is typed.
	p = ana.acts(class+"/pupils/"+w.ines.ID+"/purge", "confirm=Ines")
	want(t, "another name", p.status, http.StatusUnprocessableEntity)
	contains(t, "another name", p.text(".notice"), "What you typed is not “Inês”. Nothing was changed.")
	p = ana.acts(class+"/pupils/"+w.ines.ID+"/purge", "confirm= INÊS ")
	want(t, "gone", p.path, "/teach/receipt")
	contains(t, "the receipt", p.words("main"), "1 pupil 1 game 0 moves")
	contains(t, "the receipt", p.words("main"), "Copies that you made yourself still hold it.")
	want(t, "the class", w.names(ana), "Rui")
	want(t, "her page", ana.get(class+"/pupils/"+w.ines.ID).status, http.StatusNotFound)
	contains(t, "the list of deeds", ana.get(class+"/data").text(".deeds"), "deleted 1 pupil for good")
	if strings.Contains(ana.get(class+"/data").text("main"), "Inês") {
		t.Error("her name is left in the list of deeds")
	}
	// The whole class.
	p = ana.acts(class + "/bin")
	want(t, "in the bin", p.path, "/teach/bin")
	want(t, "not to be seen", ana.get(class).status, http.StatusNotFound)
	want(t, "its code is closed", w.visitor("en").get("/join/"+w.codeOne).status, http.StatusNotFound)
	p = ana.acts(class+"/purge", "from=bin")
	contains(t, "not by a slip", p.text(".notice"), "Tick “Yes, for good”")
	ana.acts(class + "/restore")
	want(t, "back", ana.get(class).status, http.StatusOK)
	p = ana.get(class + "/purge")
	contains(t, "what will go", p.words("main"), "1 pupil, 0 games.")
	p = ana.acts(class+"/purge", "do=class", "confirm=Class one")
	contains(t, "the receipt", p.words("main"), "1 class 1 pupil 0 games 0 moves")
	want(t, "gone", len(must(w.kept.Bin(context.Background(), w.ana.ID))), 0)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestTheReceiptSaysUntilWhenBackupsHoldIt(t *testing.T) {
	w := newTown(t)
	s := open(t, func(c *web.Config) { c.Store = w.kept; c.KeptFor = 14 * 24 * time.Hour })
	v := s.visitor("en")
	v.post("/sign-in", "login=ana", "password="+password)
	p := v.acts("/teach/"+w.one.ID+"/purge", "do=pupils", "confirm=Class One")
	contains(t, "the receipt", p.words("main"), "Backups that this program keeps still hold it until "+time.Now().AddDate(0, 0, 14).Format(time.DateOnly))
}

// The year's end: who moves up goes along with games and sign-in, the old
// class is archived.
func TestMovingUp(t *testing.T) {
	w := newTown(t)
	ana, ines := w.teaching(w.ana), w.signedIn(w.ines, w.codeOne)
	class := "/teach/" + w.one.ID
	p := ana.acts(class+"/year", "name=", "pupil="+w.ines.ID)
	want(t, "without a name", p.status, http.StatusUnprocessableEntity)
	want(t, "nobody", ana.acts(class+"/year", "name=Next").status, http.StatusUnprocessableEntity)
	p = ana.acts(class+"/year", "name=Class Two", "pupil="+w.ines.ID)
	contains(t, "preview", p.words("main"), "1 pupil moves to Class Two Inês 1 pupil stays in Class One Rui")
	want(t, "nothing yet", w.names(ana), "Inês, Rui")
	form := append(ana.as(p), "id="+p.Find("[name=id]").AttrOr("value", ""), "name=Class Two", "pupil="+w.ines.ID)
	want(t, "not typed", ana.post(class+"/year/up", append(form, "confirm=class")...).status, http.StatusUnprocessableEntity)
	q := ana.post(class+"/year/up", append(form, "confirm=class one")...)
	contains(t, "done", q.text(".notice"), "1 pupil moved.")
	contains(t, "in the new class", q.text(".ticks"), "Inês")
	want(t, "stays in", ines.get("/me").text("h1"), "Inês")
	contains(t, "in the new class", ines.get("/me").text(".see"), "Class Two")
	want(t, "with the game", ines.get(w.gameOne).status, http.StatusOK)
	want(t, "archived", ana.get(class).Find(".archived").Length(), 1)
	want(t, "nothing changes there", ana.acts(class+"/settings", "name=X", "lang=en", "entry=name", "minutes=15", "aids=full", "back=on", "hints=on").status, http.StatusUnprocessableEntity)
	want(t, "nobody comes in there", w.visitor("en").get("/join/"+w.codeOne).status, http.StatusNotFound)
	want(t, "posted twice", ana.post(class+"/year/up", append(form, "confirm=class one")...).status, http.StatusUnprocessableEntity)
	want(t, "one new class", len(must(w.kept.ClassesOf(context.Background(), w.ana.ID))), 2)
	ana.acts(class+"/archive", "do=revive")
	want(t, "out of the archive", w.names(ana), "Rui")
}

// Pupils move to another class of the same teacher only.
func TestMovingToAnotherClass(t *testing.T) {
	w := newTown(t)
	ana := w.teaching(w.ana)
	class := "/teach/" + w.one.ID
	want(t, "nowhere", ana.acts(class+"/list/choose", "do=move", "pupil="+w.ines.ID).status, http.StatusUnprocessableEntity)
	want(t, "nobody", ana.acts(class+"/list/choose", "do=move", "to="+w.two.ID).status, http.StatusUnprocessableEntity)
	want(t, "to a class that is not hers", ana.acts(class+"/list/move", "to="+w.two.ID, "pupil="+w.ines.ID).status, http.StatusNotFound)
	w.shareTwo()
	p := ana.acts(class+"/list/choose", "do=move", "to="+w.two.ID, "pupil="+w.ines.ID)
	contains(t, "asked before", p.words("main"), "Move 1 pupil to Klasa Dy?")
	ana.acts(class+"/list/move", "to="+w.two.ID, "pupil="+w.ines.ID)
	want(t, "gone from here", w.names(ana), "Rui")
	contains(t, "there", ana.get("/teach/"+w.two.ID+"/list").text(".ticks"), "Inês")
}

// Setting up, passwords, other teachers.
func TestTheSchoolIsClaimedOnce(t *testing.T) {
	s := open(t)
	v := s.visitor("en")
	for _, path := range []string{"/setup/wrong", "/setup/" + strings.ToUpper(setupSecret), "/setup/"} {
		want(t, path, v.get(path).status, http.StatusNotFound)
	}
	contains(t, "signing in before", v.get("/sign-in").text("main"), "This school has not been set up yet.")
	want(t, "nobody without the link", v.post("/setup/guess", "name=Eve", "login=eve", "password="+password, "again="+password).status, http.StatusNotFound)
	for what, form := range map[string][]string{
		"no name": {"name=", "login=ana", "password=" + password, "again=" + password}, "a short sign-in name": {"name=Ana", "login=a", "password=" + password, "again=" + password},
		"signs": {"name=Ana", "login=ana maria", "password=" + password, "again=" + password}, "a short password": {"name=Ana", "login=ana", "password=123456789", "again=123456789"},
		"two passwords": {"name=Ana", "login=ana", "password=" + password, "again=" + password + "x"},
	} {
		p := v.post("/setup/"+setupSecret, form...)
		want(t, what, p.status, http.StatusUnprocessableEntity)
		if p.text(".notice") == "" {
			t.Errorf("%s: no sentence", what)
		}
	}
	p := v.post("/setup/"+setupSecret, "name=Ana", "login=Ana.T", "password="+password, "again="+password)
	want(t, "claimed and in", p.path, "/teach")
	want(t, "once", s.visitor("en").get("/setup/"+setupSecret).status, http.StatusNotFound)
	// The administrator adds another teacher, whose first password shows once.
	p = v.acts("/teach/staff", "name=Besa", "login=besa")
	first := p.text(".once .mono")
	if len(first) != 14 {
		t.Fatalf("first password %q", first)
	}
	want(t, "not again", v.get("/teach/staff").Find(".once").Length(), 0)
	contains(t, "a name that is taken", v.acts("/teach/staff", "name=Other", "login=BESA").text(".notice"), "Somebody has this sign-in name already.")
	besa := s.visitor("en")
	want(t, "in", besa.post("/sign-in", "login= BESA ", "password="+first).path, "/teach")
	want(t, "no administrator", besa.get("/teach/staff").status, http.StatusForbidden)
	// A change of the password ends other sessions, not the own.
	elsewhere := s.visitor("en")
	elsewhere.post("/sign-in", "login=besa", "password="+first)
	want(t, "elsewhere", elsewhere.get("/teach").path, "/teach")
	old := besa.session()
	want(t, "wrong", besa.acts("/teach/account", "old=nonsense", "password="+password, "again="+password).status, http.StatusUnprocessableEntity)
	p = besa.acts("/teach/account", "old="+first, "password="+password, "again="+password)
	contains(t, "changed", p.text(".notice"), "The password is changed.")
	want(t, "still in", besa.get("/teach").path, "/teach")
	want(t, "elsewhere out", elsewhere.get("/teach").path, "/sign-in")
	if besa.session() == old {
		t.Error("the session is the same")
	}
	// And a reset does too.
	besaID := ""
	for _, teacher := range must(s.kept.Teachers(context.Background(), idOf(s, "ana.t"))) {
		if teacher.Login == "besa" {
			besaID = teacher.ID
		}
	}
	p = v.acts("/teach/staff/" + besaID + "/reset")
	second := p.text(".once .mono")
	want(t, "out", besa.get("/teach").path, "/sign-in")
	want(t, "the old password", besa.post("/sign-in", "login=besa", "password="+password).status, http.StatusUnprocessableEntity)
	want(t, "the new one", besa.post("/sign-in", "login=besa", "password="+second).path, "/teach")
	v.acts("/teach/staff/" + besaID + "/remove")
	want(t, "removed", besa.get("/teach").path, "/sign-in")
}

func idOf(s *site, login string) string {
	t, _, err := s.kept.TeacherByLogin(context.Background(), login)
	if err != nil {
		panic(err)
	}
	return t.ID
}

// Wrong passwords are slowed for the name that is tried; the session id is new
// with every sign-in; signing out ends it for good.
func TestSigningIn(t *testing.T) {
	w := newTown(t)
	v := w.visitor("en")
	for i := range 3 {
		p := v.post("/sign-in", "login=ana", "password=wrong")
		want(t, fmt.Sprint("wrong ", i), p.status, http.StatusUnprocessableEntity)
		want(t, "the name stays", p.Find("[name=login]").AttrOr("value", ""), "ana")
	}
	p := v.post("/sign-in", "login=ana", "password="+password)
	want(t, "too soon", p.status, http.StatusTooManyRequests)
	contains(t, "too soon", p.text(".notice"), "Please wait 5 seconds")
	w.teaching(w.besa)
	w.now.add(6 * time.Second)
	p = v.post("/sign-in", "login=ana", "password="+password, "to=/teach/"+w.one.ID)
	want(t, "in, where it was wanted", p.path, "/teach/"+w.one.ID)
	first := v.session()
	v.post("/sign-in", "login=ana", "password="+password)
	if v.session() == first {
		t.Error("the session is the same")
	}
	v.post("/sign-out")
	want(t, "out", v.get("/teach").path, "/sign-in")
	for _, to := range []string{"https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "javascript:alert(1)", "/games/x"} {
		want(t, to, v.post("/sign-in", "login=ana", "password="+password, "to="+to).path, "/teach")
	}
	for _, text := range []string{"nobody", "", "x\x00y", strings.Repeat("a", 1000), "' OR 1=1 --"} {
		want(t, text, v.post("/sign-in", "login="+text, "password="+password).status, http.StatusUnprocessableEntity)
	}
}

// No child's name is in the log or in an address.
func TestNoNameIsInLogsOrAddresses(t *testing.T) {
	w := newTown(t)
	ana := w.teaching(w.ana)
	odd := "Quetzalcóatl"
	ana.confirms(ana.acts("/teach/"+w.one.ID+"/list", "names="+odd))
	list := must(w.kept.PupilsOf(context.Background(), w.ana.ID, w.one.ID))
	var p school.Pupil
	for _, one := range list {
		if one.Name == odd {
			p = one
		}
	}
	v := w.signedIn(p, w.codeOne)
	v.plays("rules=sowing")
	ana.acts("/teach/"+w.one.ID+"/pupils/"+p.ID+"/purge", "confirm=x")
	for _, page := range []page{ana.get("/teach/" + w.one.ID), ana.get("/teach/" + w.one.ID + "/pupils/" + p.ID), v.get("/me"), w.visitor("en").get("/join/" + w.codeOne)} {
		contains(t, "the page", page.text("body"), odd)
		page.Find("a[href], form[action]").Each(func(_ int, s *goquerySelection) {
			if address := s.AttrOr("href", "") + s.AttrOr("action", ""); strings.Contains(address, "Quetzal") {
				t.Errorf("an address holds the name: %s", address)
			}
		})
	}
	if strings.Contains(w.log.String(), "Quetzal") {
		t.Errorf("the log holds the name: %s", w.log)
	}
}
